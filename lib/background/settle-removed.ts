import { losesTurns } from '../domain/watchlist/badge.ts';
import { withLock } from '../storage/lock.ts';
import { readItems, writeItems } from '../storage/read-ahead.ts';
import { badgeView } from '../storage/values/badge.ts';
import { removedSettings } from '../storage/values/news.ts';
import {
  currencyForAll,
  groupsWithCurrencySchema,
  lostCurrencies,
  withoutCurrency,
} from '../domain/watchlist/group-currencies.ts';
import { displayCurrency } from '../storage/values/currency.ts';
import { groups } from '../storage/values/view.ts';

/** Has the news tell which turns on the badge are gone since version 0.2.0, once. */
export async function settleBadgeTurns(): Promise<void> {
  // Without a lock, so that a start with nothing to settle reads nothing twice.
  if (!losesTurns(await readRaw())) return;
  await withLock(badgeView.key, async () => {
    const raw = await readRaw();
    if (!losesTurns(raw)) return;
    // First, because what the user is told twice is better than what nobody tells.
    await removedSettings.update((known) => [...known, { what: 'badgeTurns', values: {} }]);
    await writeItems('local', badgeView.entry(badgeView.parse(raw)));
  });
}

async function readRaw(): Promise<unknown> {
  const { [badgeView.key]: raw } = await readItems('local', [badgeView.key]);
  return raw;
}

/**
 * Gives the list the currency that groups had until version 0.2.0, if they agree and it has none.
 * Otherwise the news tell the user which currencies are gone.
 */
export async function settleGroupCurrencies(): Promise<void> {
  // Without a lock, so that a start with nothing to settle reads nothing twice.
  if (!(await readGroups()).some(hasCurrency)) return;
  // In the order in which an import of a backup locks them.
  await withLock(displayCurrency.key, () => withLock(groups.key, settle));
}

async function settle(): Promise<void> {
  const [before, ofList] = await Promise.all([readGroups(), displayCurrency.getValue()]);
  const currency = currencyForAll(before, ofList);
  const lost = lostCurrencies(before, currency);
  // First, because what the user is told twice is better than what nobody tells.
  if (lost.length > 0) await removedSettings.update((known) => [...known, ...lost]);
  await writeItems('local', {
    ...groups.entry(before.map(withoutCurrency)),
    ...(currency !== ofList && displayCurrency.entry(currency)),
  });
}

async function readGroups() {
  const { [groups.key]: raw } = await readItems('local', [groups.key]);
  return groupsWithCurrencySchema.safeParse(raw).data ?? [];
}

function hasCurrency({ currency }: { currency?: unknown }): boolean {
  return currency !== undefined;
}

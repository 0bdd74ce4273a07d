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

/** Adds the badge turns that were removed since version 0.2.0 to the news, once. */
export async function settleBadgeTurns(): Promise<void> {
  // Checked without a lock, so that a start with nothing to settle reads only once.
  if (!losesTurns(await readRaw())) return;
  await withLock(badgeView.key, async () => {
    const raw = await readRaw();
    if (!losesTurns(raw)) return;
    // Stored first, because repeated news is better than lost news.
    await removedSettings.update((known) => [...known, { what: 'badgeTurns', values: {} }]);
    await writeItems('local', badgeView.entry(badgeView.parse(raw)));
  });
}

async function readRaw(): Promise<unknown> {
  const { [badgeView.key]: raw } = await readItems('local', [badgeView.key]);
  return raw;
}

/**
 * Gives the list the currency that groups had until version 0.2.0, if they agree and the list
 * has none. Otherwise, the news lists the removed currencies.
 */
export async function settleGroupCurrencies(): Promise<void> {
  // Checked without a lock, so that a start with nothing to settle reads only once.
  if (!(await readGroups()).some(hasCurrency)) return;
  // Uses the same lock order as a backup import.
  await withLock(displayCurrency.key, () => withLock(groups.key, settle));
}

async function settle(): Promise<void> {
  const [before, ofList] = await Promise.all([readGroups(), displayCurrency.getValue()]);
  const currency = currencyForAll(before, ofList);
  const lost = lostCurrencies(before, currency);
  // Stored first, because repeated news is better than lost news.
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

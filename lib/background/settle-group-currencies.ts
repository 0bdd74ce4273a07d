import { withLock } from '../storage/lock.ts';
import { readItems, writeItems } from '../storage/areas.ts';
import {
  currencyForAll,
  groupsWithCurrencySchema,
  withoutCurrency,
} from '../domain/watchlist/group-currencies.ts';
import { displayCurrency } from '../storage/values/currency.ts';
import { groups } from '../storage/values/view.ts';

/**
 * Gives the list the currency that groups had until version 0.2.0, if they agree and the list has
 * none.
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

import { listOf, z } from '../../base/zod.ts';
import { MAX_GROUPS } from '../../base/limits.ts';
import { displayCurrencySchema } from '../currency/currency-feed.ts';
import { groupSchema, type Group } from './view.ts';

// Until version 0.2.0, a group could have a currency of its own.

export const groupWithCurrencySchema = z.extend(groupSchema, {
  /** `null`: as quoted; missing: the watchlist's currency. */
  currency: z.optional(displayCurrencySchema),
});
export type GroupWithCurrency = z.infer<typeof groupWithCurrencySchema>;

export const groupsWithCurrencySchema = listOf(groupWithCurrencySchema, MAX_GROUPS);

/** The groups' currency if they agree and the watchlist has none. */
export function currencyForAll(
  groups: readonly GroupWithCurrency[],
  ofList: string | null,
): string | null {
  const own = new Set(groups.map(({ currency }) => currency));
  own.delete(undefined);
  const [first = null] = own;
  return ofList === null && own.size === 1 ? first : ofList;
}

export function withoutCurrency({ id, name, feedIds }: GroupWithCurrency): Group {
  return { id, name, feedIds };
}

import { currencyLabel, PIVOT, type Currency } from '../../domain/currency/currencies.ts';
import { routeBetween, type Route } from '../../domain/currency/route.ts';
import { positionOf, type Position } from '../../domain/holdings/position.ts';
import { nameOrSymbol } from '../../domain/prices/feed-name.ts';
import { followedFeeds } from '../../storage/values/catalog.ts';
import { currencyFeeds, displayCurrency } from '../../storage/values/currency.ts';
import type { CurrencyFeeds } from '../../domain/currency/currency-feed.ts';
import { holdings } from '../../storage/values/holdings.ts';
import { groups, rowNames } from '../../storage/values/view.ts';
import { watchlist } from '../../storage/values/watchlist.ts';
import type { FeedId } from '../../base/units.ts';

export interface HeldLine {
  feedId: FeedId;
  name: string;
  position: Position;
  /** `null`: its value cannot be converted. */
  route: Route | null;
}

export interface Held {
  /** `null`: the whole watchlist. */
  group: string | null;
  currency: Currency;
  feeds: CurrencyFeeds;
  /** In the order of the watchlist. */
  lines: readonly HeldLine[];
  /** Names of all feeds that the values need. */
  names: ReadonlyMap<FeedId, string>;
}

/** `null`: the whole watchlist. */
export async function readHeld(groupId: string | null): Promise<Held> {
  const [listed, allGroups, held, known, names, chosen, feeds] = await Promise.all([
    watchlist.getValue(),
    groups.getValue(),
    holdings.getValue(),
    followedFeeds.getValue(),
    rowNames.getValue(),
    displayCurrency.getValue(),
    currencyFeeds.getValue(),
  ]);
  const group = allGroups.find(({ id }) => id === groupId);
  const currency = chosen ?? PIVOT;
  const lines = listed
    .filter((id) => group?.feedIds.includes(id) ?? true)
    .flatMap((feedId): HeldLine[] => {
      const holding = held[feedId];
      const position = holding && positionOf(feedId, holding, known[feedId]);
      if (!position) return [];
      const name = nameOrSymbol(feedId, names, known);
      const route = position.quote && routeBetween(position.quote, currency, feeds);
      return [{ feedId, name, position, route: route || null }];
    });
  const all = [...legNames(feeds), ...lines.map(({ feedId, name }) => [feedId, name] as const)];
  return { group: group?.name ?? null, currency, feeds, lines, names: new Map(all) };
}

/** Feeds needed for the values of these lines. */
export function neededFeeds({ lines }: Held): FeedId[] {
  return [...new Set(lines.flatMap(feedsOf))];
}

/** The held feed, then the feeds that convert its price. */
export function feedsOf({ feedId, route }: HeldLine): FeedId[] {
  return [feedId, ...(route?.legs ?? []).map(({ id }) => id)];
}

function legNames(feeds: CurrencyFeeds): (readonly [FeedId, string])[] {
  return Object.entries(feeds).flatMap(([currency, feed]) => {
    if (!feed) return [];
    const label = currencyLabel(currency);
    return [[feed.id, feed.isInverse ? `${PIVOT}/${label}` : `${label}/${PIVOT}`] as const];
  });
}

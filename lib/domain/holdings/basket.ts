// Data from which the values that alerts watch are calculated.
import type { CalculatedSubject } from './subject.ts';
import { amountCurrency } from '../currency/route.ts';
import type { FeedAttributes } from '../prices/attributes.ts';
import { toShortDecimalString } from '../prices/decimal.ts';
import type { CurrencyFeeds } from '../currency/currency-feed.ts';
import type { Holdings } from './holding.ts';
import type { Group } from '../watchlist/view.ts';
import type { FeedId } from '../../base/units.ts';
import { withoutPairs } from './exact-sum.ts';
import { positionOf, valueTerm, type Position } from './position.ts';

export interface Sources {
  readonly holdings: Holdings;
  readonly watchlist: readonly FeedId[];
  readonly groups: readonly Group[];
  readonly attributes: Readonly<Record<FeedId, FeedAttributes>>;
  readonly feeds: CurrencyFeeds;
}

export interface Basket {
  readonly positions: readonly Position[];
  readonly currency: string;
  /** Feeds that convert to the currency, by currency. */
  readonly feeds: CurrencyFeeds;
  /** Sorted by id. */
  readonly feedIds: readonly FeedId[];
  /** `null` if no holding takes part. */
  readonly basis: string | null;
}

/**
 * Only holdings on the watchlist have prices. A holding whose price is not money never has a value.
 */
export function basketOf(subject: CalculatedSubject, sources: Sources): Basket {
  const { kind, currency } = subject;
  const positions = kind === 'price' ? unitOf(subject.feedId, sources) : heldIn(subject, sources);
  const feedIds = positions.flatMap((position) => {
    const term = valueTerm(position, currency, sources.feeds);
    return term ? withoutPairs(term.factors).map(({ id }) => id) : [];
  });
  return {
    positions,
    currency,
    feeds: sources.feeds,
    feedIds: [...new Set(feedIds)].toSorted(),
    basis: kind === 'price' ? null : digestOf(positions),
  };
}

/** One unit's value is its price. Exchange rates are not converted. */
function unitOf(feedId: FeedId, { watchlist, attributes }: Sources): Position[] {
  const quote = attributes[feedId] ? amountCurrency(attributes[feedId]) : null;
  if (quote === null || !watchlist.includes(feedId)) return [];
  return [{ feedId, quantity: { mantissa: 1n, expo: 0 }, quote, cost: null }];
}

function heldIn(
  subject: Exclude<CalculatedSubject, { kind: 'price' }>,
  sources: Sources,
): Position[] {
  const { holdings, attributes } = sources;
  const ids = subject.kind === 'total' ? membersOf(subject, sources) : [subject.feedId];
  const followed = new Set(sources.watchlist);
  return ids.flatMap((id) => {
    const held = followed.has(id) ? holdings[id] : undefined;
    const position = held && positionOf(id, held, attributes[id]);
    if (!position || position.quantity.mantissa === 0n) return [];
    // The cost does not affect the value.
    return attributes[id] && position.quote === null ? [] : [{ ...position, cost: null }];
  });
}

function membersOf(
  { groupId }: Extract<CalculatedSubject, { kind: 'total' }>,
  { watchlist, groups }: Sources,
): readonly FeedId[] {
  if (groupId === null) return watchlist;
  return groups.find(({ id }) => id === groupId)?.feedIds ?? [];
}

/** A digest that does not depend on the order. */
function digestOf(positions: readonly Position[]): string {
  const parts = positions.map(
    ({ feedId, quantity }) => `${feedId}:${toShortDecimalString(quantity)}`,
  );
  return hashOf(parts.toSorted().join());
}

/** FNV-1a with 64 bits. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(36);
}

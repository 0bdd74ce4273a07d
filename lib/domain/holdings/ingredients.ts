// The prices from which a value is calculated, and the known facts about them.
import { quoteOf, type Measure } from '../currency/cross.ts';
import type { FailedCheck, MissingReason, StoredPrice } from '../prices/stored-price.ts';
import type { FeedId, UnixSeconds } from '../../base/units.ts';
import { withoutPairs, type Factor } from './exact-sum.ts';

/** Current facts about a feed. */
export interface FeedFacts {
  readonly price?: StoredPrice | undefined;
  /** Why the service has no price, or `unproven`: it does not count until it is verified. */
  readonly missing?: MissingReason | 'unproven' | undefined;
  /** The newest price fails verification. */
  readonly failed?: FailedCheck | undefined;
  readonly isClosed: boolean;
  readonly isStale: boolean;
  /** Always true while verification is off. */
  readonly isProven: boolean;
}

export type Flaw = 'closed' | 'stale' | 'unproven';

/** Feeds with a flaw: the held one, then those of the route. */
export type Flaws = Readonly<Record<Flaw, readonly FeedId[]>>;

/**
 * `waiting`: no price yet. `failed`: the price fails verification; `unproven`: it is not verified,
 * as it must be. `not-positive`: the price cannot be used for conversion. `beyond`: the result is
 * too large or too small.
 */
export type NoResult =
  | MissingReason
  | 'waiting'
  | 'failed'
  | 'unproven'
  | 'not-positive'
  | 'beyond';

/** Prices of a result, or the first feed that prevents the result. */
type Ingredients =
  | {
      readonly quotes: ReadonlyMap<FeedId, Measure>;
      /** Oldest publish time; `null` if all prices cancel out. */
      readonly publishTime: UnixSeconds | null;
      /** Newest publish time. */
      readonly newestTime: UnixSeconds | null;
      readonly flaws: Flaws;
      readonly none?: undefined;
    }
  | { readonly none: NoResult; readonly at: FeedId };

/**
 * Collects the prices of all factors that do not cancel out. Prices used for conversion must be
 * positive.
 */
export function gather(
  ownId: FeedId | null,
  factors: readonly Factor[],
  facts: ReadonlyMap<FeedId, FeedFacts>,
): Ingredients {
  const quotes = new Map<FeedId, Measure>();
  const flaws: Record<Flaw, FeedId[]> = { closed: [], stale: [], unproven: [] };
  const times: UnixSeconds[] = [];
  for (const { id } of withoutPairs(factors)) {
    const known = facts.get(id);
    const quote = known?.price && quoteOf(known.price);
    if (!known?.price || !quote) return { none: known?.missing ?? 'waiting', at: id };
    if (known.failed) return { none: 'failed', at: id };
    if (id !== ownId && quote.price.mantissa <= 0n) return { none: 'not-positive', at: id };
    quotes.set(id, quote);
    times.push(known.price.publishTime);
    if (known.isClosed) flaws.closed.push(id);
    if (known.isStale) flaws.stale.push(id);
    if (!known.isProven) flaws.unproven.push(id);
  }
  return { quotes, publishTime: first(times), newestTime: last(times), flaws };
}

export function first(times: readonly UnixSeconds[]): UnixSeconds | null {
  return times.length === 0 ? null : Math.min(...times);
}

export function last(times: readonly UnixSeconds[]): UnixSeconds | null {
  return times.length === 0 ? null : Math.max(...times);
}

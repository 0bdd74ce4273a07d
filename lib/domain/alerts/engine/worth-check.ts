import type { Basket } from '../../holdings/basket.ts';
import type { FeedFacts, Flaw } from '../../holdings/ingredients.ts';
import {
  totalHoldings,
  type NoValue,
  type Total,
  type Uncounted,
} from '../../holdings/value-holdings.ts';
import type { FeedId, UnixMilliseconds } from '../../../base/units.ts';
import { isProven } from '../../prices/stored-price.ts';
import { compareMoments } from '../../prices/newer.ts';
import type { AlertPrice } from '../model/price.ts';
import type { FeedCheck } from './feed-watch.ts';

/** Why a figure cannot fire an alert now, and the feed responsible. */
export interface WaitsFor {
  readonly why: Exclude<NoValue, 'unknown' | 'not-covered'> | Flaw;
  readonly at: FeedId;
}

/** A check of a value of holdings or a converted price. */
export type WorthCheck = {
  readonly check: FeedCheck;
  readonly waitsFor: WaitsFor | null;
};

interface Occasion {
  /** Used in states and rules in place of a feed's id. */
  readonly id: string;
  /** Whether the price service responded about one of the feeds. */
  readonly isAnswer: boolean;
  /** The local clock and the corrected time. */
  readonly at: UnixMilliseconds;
  readonly trueAt: UnixMilliseconds;
}

export function checkBasket(
  { positions, currency, feeds, feedIds, basis }: Basket,
  facts: ReadonlyMap<FeedId, FeedFacts & { excusedSeconds?: number | null }>,
  occasion: Occasion,
): WorthCheck {
  const { check, waitsFor } = checkWorth(
    totalHoldings(positions, currency, feeds, facts),
    occasion,
  );
  const prices = feedIds.map((id) => facts.get(id)?.price);
  // An unverified price must not make verified ones count as seen.
  const times = prices.map((price) => (price?.verifiedBefore ?? price)?.publishTime ?? 0);
  const newest = prices
    .flatMap((price) => price ?? [])
    .toSorted(compareMoments)
    .at(-1);
  const known = feedIds.flatMap((id) => facts.get(id) ?? []);
  const stepDown = feedIds.find((id) => isStepDown(facts.get(id)));
  const excused = Math.max(...known.map(({ excusedSeconds }) => excusedSeconds ?? 0));
  const latest = check.latest && {
    ...check.latest,
    slot: newest?.slot ?? null,
    isVerified: prices.every(isProven),
    ...(known.some(({ isProven: counts }) => !counts) && { isUnverified: true as const }),
    ...(excused > 0 && { excusedSeconds: excused }),
  };
  const madeOf = { basis, times };
  return stepDown === undefined
    ? { check: { ...check, latest, madeOf }, waitsFor }
    : { check: { ...check, latest: null, madeOf }, waitsFor: { why: 'unproven', at: stepDown } };
}

/** An unverified price of a feed that was verified: no figure with it fires. */
function isStepDown(facts: FeedFacts | undefined): boolean {
  return facts?.isProven === false && facts.price?.verifiedBefore !== undefined;
}

/**
 * Turns a valuation into a check. A holding without a value would look like a fall of the total, so
 * the check then has no price. The check has the newest price's time. The market is open while any
 * holding's market is, and the total is stale if any price is, or will never be newer.
 */
export function checkWorth(valuation: Total, { id, ...occasion }: Occasion): WorthCheck {
  const { counted, uncounted } = valuation;
  const marketOpen = counted.some(({ flaws }) => flaws.closed.length === 0);
  const [stale] = counted.flatMap(({ flaws }) => flaws.stale);
  const [none] = uncounted.map(waitsForValue);
  const [closed] = counted.flatMap(({ flaws }) => flaws.closed);
  const status = { marketOpen, stale: none?.why === 'stale' || stale !== undefined };
  const latest = uncounted.length > 0 ? null : priceOf(valuation, status);
  return {
    check: { ...occasion, subjectId: id, ...status, latest },
    waitsFor: none ?? waits('stale', stale) ?? (marketOpen ? null : waits('closed', closed)),
  };
}

/** A feed that the service no longer offers, or not to this user, is late: it has no newer price. */
function waitsForValue({ none, at }: Uncounted): WaitsFor {
  return { why: none === 'unknown' || none === 'not-covered' ? 'stale' : none, at };
}

function waits(why: WaitsFor['why'] | undefined, at: FeedId | undefined): WaitsFor | null {
  return why === undefined || at === undefined ? null : { why, at };
}

function priceOf(
  { total, newestTime }: Total,
  facts: Pick<AlertPrice, 'marketOpen' | 'stale'>,
): AlertPrice | null {
  if (total === null || newestTime === null) return null;
  const { price, confidence } = total;
  // At one exponent, without rounding.
  const expo = Math.min(price.expo, confidence.expo);
  const digits = ({ mantissa, expo: own }: typeof price): string =>
    mantissa === 0n ? '0' : String(mantissa) + '0'.repeat(own - expo);
  return {
    price: digits(price),
    conf: digits(confidence),
    expo,
    publishTime: newestTime,
    slot: null,
    ...facts,
  };
}

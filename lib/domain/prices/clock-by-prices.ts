import type { UnixMilliseconds } from '../../base/units.ts';
import type { ClockKnowledge, ClockRun } from './clock-run.ts';
import {
  confirmed,
  MAX_SKEW_MS,
  withSkew,
  type ClockSkew,
  type PriceMoment,
} from './clock-skew.ts';

const SECOND = 1_000;

/** A signed price further ahead of the corrected time proves that the correction is wrong. */
const AHEAD_MS = 1.5 * SECOND;

/** A price up to this old is fresh: the network and the service can take that long. */
const FRESH_MS = 5 * SECOND;
/** If prices are later than this, the service is behind. Between the two, we conclude nothing. */
const LATE_MS = 15 * SECOND;
/** How long a service counts as late after it was found to be. */
const LATE_FOR_MS = 10 * 60 * SECOND;

/** The largest correction based on prices alone, because the service could be behind instead. */
const MAX_BY_PRICES_MS = 5 * 60 * SECOND;
/** Uncorrected skews that differ by no more than this count as the same. */
const SAME_UNCORRECTED_MS = 30 * SECOND;

/** Late prices count as evidence if they are this far apart. A stream sends several per second. */
const APART_MS = 4 * SECOND;
/** If the local clock is wrong, the lags of its prices differ by no more than this. */
const SPREAD_MS = 2.5 * SECOND;
const LEAST_PRICES = 3;
const LEAST_SPAN_MS = 2 * APART_MS;
/** A lag this close to a jump of the clock was caused by the jump. Then two prices are enough. */
const SAME_JUMP_MS = 3 * SECOND;

/** The newest signed price of an answer. */
interface PricesSeen extends PriceMoment {
  /** Whether any signed price of the answer has an open market. Called only when needed. */
  readonly isAnyMarketOpen: () => boolean;
}

/** Returns what is known after an answer with prices. Pass verified prices only. */
export function afterPrices(known: ClockKnowledge, seen: PricesSeen): ClockKnowledge {
  // An update may contain slow feeds only, so use the newest publish time known so far.
  const publishTime = Math.max(seen.publishTime, known.run.newest);
  const { receivedAtMs } = seen;
  const lagMs = receivedAtMs - publishTime * SECOND;
  if (!Number.isFinite(lagMs)) return known;
  if (lagMs < -MAX_SKEW_MS) return withUncorrected(known, lagMs);
  const ceilingMs = Math.min(lagMs, known.run.ceilingMs ?? Infinity);
  const next = { skew: known.skew, run: { ...known.run, newest: publishTime, ceilingMs } };
  const lateMs = lagMs - known.skew.skewMs;
  if (lateMs < -AHEAD_MS) return afterLead(next, lagMs, receivedAtMs);
  if (lateMs <= FRESH_MS) return agreedByPrices(next);
  return seen.isAnyMarketOpen() ? afterLatePrice(next, { publishTime, receivedAtMs }) : next;
}

function afterLead(known: ClockKnowledge, lagMs: number, nowMs: UnixMilliseconds): ClockKnowledge {
  return agreedByPrices({ skew: withSkew(known.skew, lagMs, nowMs), run: known.run });
}

function agreedByPrices({ skew, run }: ClockKnowledge): ClockKnowledge {
  return { skew: confirmed(skew), run: { ...run, isAgreed: true } };
}

/** A late price: either the local clock is fast or the service is behind. */
function afterLatePrice(known: ClockKnowledge, price: PriceMoment): ClockKnowledge {
  const { skew, run } = known;
  const lagMs = lagOf(price);
  // The clock cannot be off by more: it has not jumped, or not that far, since it was confirmed.
  const possibleMs = run.isAgreed ? skew.skewMs : (run.jumpedToMs ?? Infinity);
  if (lagMs > possibleMs + LATE_MS) return withLateService(known, price);
  if (run.isAgreed) return known;
  if (isServiceLate(skew, price) || isKnownLag(skew, lagMs)) return known;

  const last = skew.latePrices.at(-1);
  const sinceMs = last ? price.receivedAtMs - last.receivedAtMs : Infinity;
  if (sinceMs >= 0 && sinceMs < APART_MS) return known;
  // A growing lag is never caused by the clock.
  if (last && skew.isConfirmed && isFallingBehind(last, price))
    return withLateService(known, price);
  const latePrices =
    last && price.publishTime > last.publishTime ? withinSpread(skew, price) : [price];
  return conclude({ skew: { ...skew, latePrices }, run });
}

function withinSpread({ latePrices }: ClockSkew, price: PriceMoment): PriceMoment[] {
  const all = [...latePrices, price];
  const lags = all.map(lagOf);
  return Math.max(...lags) - Math.min(...lags) <= SPREAD_MS ? all : [price];
}

/** Corrects the clock after enough consecutive prices with the same lag. */
function conclude(known: ClockKnowledge): ClockKnowledge {
  const { skew, run } = known;
  const [first] = skew.latePrices;
  const last = skew.latePrices.at(-1);
  if (!first || !last) return known;
  const spanMs = last.receivedAtMs - first.receivedAtMs;
  const lagMs = Math.min(...skew.latePrices.map(lagOf), run.ceilingMs ?? Infinity);
  const isByJump = isMadeByJump(run, lagMs);
  const isEnough = isByJump
    ? spanMs >= APART_MS
    : skew.latePrices.length >= LEAST_PRICES && spanMs >= LEAST_SPAN_MS;
  if (!isEnough) return known;
  if (lagMs > (isByJump ? MAX_SKEW_MS : MAX_BY_PRICES_MS)) return withUncorrected(known, lagMs);
  return agreedByPrices({ skew: withSkew(skew, lagMs, last.receivedAtMs), run });
}

function withLateService(known: ClockKnowledge, price: PriceMoment): ClockKnowledge {
  const { skew, run } = known;
  if (isServiceLate(skew, price)) return known;
  return { skew: { ...skew, serviceLateAtMs: price.receivedAtMs, latePrices: [] }, run };
}

function isServiceLate({ serviceLateAtMs }: ClockSkew, { receivedAtMs }: PriceMoment): boolean {
  return serviceLateAtMs !== null && Math.abs(receivedAtMs - serviceLateAtMs) < LATE_FOR_MS;
}

function withUncorrected({ skew, run }: ClockKnowledge, lagMs: number): ClockKnowledge {
  if (isKnownLag(skew, lagMs)) return { skew, run };
  return { skew: { ...skew, uncorrectedMs: lagMs, latePrices: [] }, run };
}

function isKnownLag({ uncorrectedMs }: ClockSkew, lagMs: number): boolean {
  return uncorrectedMs !== null && Math.abs(lagMs - uncorrectedMs) <= SAME_UNCORRECTED_MS;
}

function isMadeByJump({ jumpedToMs }: ClockRun, lagMs: number): boolean {
  return jumpedToMs !== null && Math.abs(lagMs - jumpedToMs) <= SAME_JUMP_MS;
}

function isFallingBehind(last: PriceMoment, price: PriceMoment): boolean {
  const passedMs = (price.publishTime - last.publishTime) * SECOND;
  return passedMs < (price.receivedAtMs - last.receivedAtMs) / 2;
}

function lagOf({ publishTime, receivedAtMs }: PriceMoment): number {
  return receivedAtMs - publishTime * SECOND;
}

import { AHEAD_MS, trustDate } from './clock-by-date.ts';
import { isAgreed, type ClockKnowledge, type ClockRun, type DateReading } from './clock-run.ts';
import {
  confirmed,
  MAX_SKEW_MS,
  withSkew,
  type ClockSkew,
  type PriceMoment,
} from './clock-skew.ts';

const SECOND = 1_000;

/** A price that is older by less is fresh: network and service take that long. */
const FRESH_MS = 5 * SECOND;
/** A service whose prices are late by more is behind; between the two, nothing is concluded. */
const LATE_MS = 15 * SECOND;
/** Found late, a service counts as late for this long without another proof. */
const LATE_FOR_MS = 10 * 60 * SECOND;

/** By prices alone, no more than this is corrected: the service could be behind as well. */
const MAX_BY_PRICES_MS = 5 * 60 * SECOND;
/** An uncorrected skew that differs by less is the same one. */
const SAME_UNCORRECTED_MS = 30 * SECOND;

/** Late prices count as evidence this far apart; a stream delivers several a second. */
const APART_MS = 4 * SECOND;
/** The lags of a clock that is off differ by no more than this. */
const SPREAD_MS = 2.5 * SECOND;
const LEAST_PRICES = 3;
const LEAST_SPAN_MS = 2 * APART_MS;
/** A lag that differs from a jump of the clock by less was made by it; two prices then suffice. */
const SAME_JUMP_MS = 3 * SECOND;

/** The newest signed price of an answer. */
export interface PricesSeen extends PriceMoment {
  /** Whether any of the answer's signed prices is of an open market: asked only where it counts. */
  readonly isAnyMarketOpen: () => boolean;
}

/** The knowledge after an answer with prices; give verified prices only. */
export function afterPrices(known: ClockKnowledge, seen: PricesSeen): ClockKnowledge {
  // An update may hold slow feeds alone: the newest price that is known counts.
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

function afterLead(known: ClockKnowledge, lagMs: number, nowMs: number): ClockKnowledge {
  const skew = withSkew(known.skew, lagMs, nowMs);
  return agreedByPrices({ skew, run: { ...known.run, isAgreedByDate: false } });
}

function agreedByPrices({ skew, run }: ClockKnowledge): ClockKnowledge {
  // Fresh prices by the clock as it is: a header that says otherwise is wrong.
  const date = skew.skewMs === 0 ? null : run.date;
  return { skew: confirmed(skew), run: { ...run, isAgreedByPrices: true, date } };
}

/** Either the clock is fast or the service is behind. */
function afterLatePrice(known: ClockKnowledge, price: PriceMoment): ClockKnowledge {
  const { skew, run } = known;
  const { date } = run;
  const lagMs = lagOf(price);
  if (date && isFreshBy(date, lagMs)) return trustDate(known, date);
  // Since the clock was found right it has not jumped, or not by that much.
  const possibleMs = isAgreed(run) ? skew.skewMs : (run.jumpedToMs ?? Infinity);
  if (lagMs > possibleMs + LATE_MS) return withLateService(known, price);
  if (isAgreed(run)) return known;
  if (date || isServiceLate(skew, price) || isKnownLag(skew, lagMs)) return known;

  const last = skew.latePrices.at(-1);
  const sinceMs = last ? price.receivedAtMs - last.receivedAtMs : Infinity;
  if (sinceMs >= 0 && sinceMs < APART_MS) return known;
  // A growing lag is never the clock's.
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

/** Corrects the clock once enough prices in a row keep its pace. */
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

function isFreshBy({ skewMs, errorMs }: DateReading, lagMs: number): boolean {
  const lateMs = lagMs - skewMs;
  return lateMs >= -AHEAD_MS - errorMs && lateMs <= FRESH_MS + errorMs;
}

function lagOf({ publishTime, receivedAtMs }: PriceMoment): number {
  return receivedAtMs - publishTime * SECOND;
}

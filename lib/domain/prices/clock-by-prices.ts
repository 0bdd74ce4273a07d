import type { ClockKnowledge } from './clock-run.ts';
import { withSkew } from './clock-run.ts';
import {
  MAX_SKEW_MS,
  NOTICED_BEYOND_MS,
  wholeSkew,
  type ClockSkew,
  type PriceMoment,
} from './clock-skew.ts';

const SECOND = 1_000;

/** The network and the service can delay a price by this much. */
const FRESH_MS = 5 * SECOND;

/** A stream sends several prices per second, so evidence must be this far apart. */
const APART_MS = 4 * SECOND;
/** If the local clock is wrong, lags differ by no more than this. */
const SPREAD_MS = 2.5 * SECOND;
const LEAST_PRICES = 3;

interface PriceSeen extends PriceMoment {
  readonly isSigned: boolean;
}

/**
 * A signed publish time proves that it is at least that late, so the clock is ahead by no more than
 * the lag. That corrects a slow clock. Only the user can say whether late prices are late or the
 * clock is fast. Unsigned prices only raise that question, and only if there are no signed ones.
 */
export function afterPrices(known: ClockKnowledge, seen: PriceSeen): ClockKnowledge {
  const { isSigned, receivedAtMs } = seen;
  if (!isSigned) {
    return known.skew.hasSigned || !Number.isFinite(lagOf(seen)) ? known : suspect(known, seen);
  }
  // An update may contain only slow feeds.
  const newest = Math.max(seen.publishTime, known.run.newest);
  const price = { publishTime: newest, receivedAtMs };
  const lagMs = lagOf(price);
  if (!Number.isFinite(lagMs)) return known;
  const { skew } = known;
  const signed = skew.hasSigned ? skew : { ...skew, hasSigned: true, latePrices: [] };
  if (lagMs < -MAX_SKEW_MS) return { ...known, skew: withUncorrected(signed, lagMs) };
  const ceilingMs = Math.min(lagMs, known.run.ceilingMs);
  return suspect(limited({ skew: signed, run: { newest, ceilingMs } }, receivedAtMs), price);
}

/** Limits the user's answer to what signed prices allow. */
function limited({ skew, run }: ClockKnowledge, nowMs: number): ClockKnowledge {
  const answered = Math.min(skew.answeredMs ?? 0, run.ceilingMs);
  const answeredMs = Math.max(0, wholeSkew(answered)) || null;
  const next = withSkew({ skew: { ...skew, answeredMs }, run }, answered, nowMs);
  const isConfirmed = run.ceilingMs - next.skew.skewMs <= FRESH_MS;
  return { ...next, skew: { ...next.skew, isConfirmed } };
}

/** Collects late prices until there are enough to ask the user. */
function suspect({ skew, run }: ClockKnowledge, price: PriceMoment): ClockKnowledge {
  const lagMs = Math.min(lagOf(price), run.ceilingMs);
  if (lagMs - skew.skewMs <= NOTICED_BEYOND_MS) {
    return { skew: { ...skew, uncorrectedMs: null, latePrices: [] }, run };
  }
  if (skew.uncorrectedMs !== null && Math.abs(lagMs - skew.uncorrectedMs) <= SPREAD_MS) {
    return { skew, run };
  }
  const last = skew.latePrices.at(-1);
  const sinceMs = last ? price.receivedAtMs - last.receivedAtMs : Infinity;
  if (sinceMs >= 0 && sinceMs < APART_MS) return { skew, run };
  const latePrices =
    last && price.publishTime > last.publishTime ? withinSpread(skew, price) : [price];
  const next =
    latePrices.length < LEAST_PRICES
      ? { ...skew, latePrices }
      : withUncorrected(skew, wholeSkew(Math.min(lagMs, ...latePrices.map(lagOf))));
  return { skew: next, run };
}

function withinSpread({ latePrices }: ClockSkew, price: PriceMoment): PriceMoment[] {
  const all = [...latePrices, price];
  const lags = all.map(lagOf);
  return Math.max(...lags) - Math.min(...lags) <= SPREAD_MS ? all : [price];
}

function withUncorrected(skew: ClockSkew, uncorrectedMs: number): ClockSkew {
  return { ...skew, uncorrectedMs, latePrices: [] };
}

function lagOf({ publishTime, receivedAtMs }: PriceMoment): number {
  return receivedAtMs - publishTime * SECOND;
}

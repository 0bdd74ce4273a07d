import { isPausedAt, requestedPauseMs } from '../connection/pause.ts';
import type { UnixMilliseconds } from '../../base/units.ts';

export interface CandleBudget {
  /** Requests of the last 10 s. */
  readonly sentAt: readonly UnixMilliseconds[];
  /** Requests without a response yet. */
  readonly running: number;
  readonly pausedUntil: UnixMilliseconds;
  /** After a 429, candles have the same limit as prices. */
  readonly isReduced: boolean;
}

export const UNUSED_CANDLE_BUDGET: CandleBudget = {
  sentAt: [],
  running: 0,
  pausedUntil: 0,
  isReduced: false,
};

const WINDOW_MS = 10_000;
/** Concurrent requests. */
const MAX_RUNNING = 20;
const MAX_IN_WINDOW = 40;
/** After a 429, the limit for candle and price requests together. */
const MAX_REDUCED = 8;
/** Requests reserved for prices, which have priority. */
const KEPT_FOR_PRICES = 2;

/**
 * Milliseconds until the next request for candles; `Infinity`: until a running request ends.
 * @param pricesSentAt times of price requests to the same origin
 */
export function candleDelayMs(
  budget: CandleBudget,
  now: UnixMilliseconds,
  pricesSentAt: readonly UnixMilliseconds[] = [],
): number {
  const { running, isReduced, sentAt } = budget;
  const leftMs = pauseLeftMs(budget, now);
  if (leftMs > 0) return leftMs;
  if (running >= MAX_RUNNING) return Infinity;
  return isReduced
    ? delayWithin([...sentAt, ...pricesSentAt], MAX_REDUCED - KEPT_FOR_PRICES, now)
    : delayWithin(sentAt, MAX_IN_WINDOW, now);
}

export function candlesSent(budget: CandleBudget, now: UnixMilliseconds): CandleBudget {
  const sentAt = [...recent(budget.sentAt, now), now];
  return { ...budget, sentAt, running: budget.running + 1 };
}

export function candlesEnded(budget: CandleBudget): CandleBudget {
  return { ...budget, running: Math.max(0, budget.running - 1) };
}

/** Pauses for `Retry-After`, or else 60 s, and reduces the budget. */
export function candlesRefused(
  budget: CandleBudget,
  now: UnixMilliseconds,
  retryAfterMs?: number,
): CandleBudget {
  const pauseMs = requestedPauseMs({ status: 429, retryAfterMs });
  // Responses arrive in any order, so the longest pause counts.
  const leftMs = Math.max(pauseLeftMs(budget, now), pauseMs);
  return { ...budget, pausedUntil: now + leftMs, isReduced: true };
}

function pauseLeftMs({ pausedUntil }: CandleBudget, now: UnixMilliseconds): number {
  return isPausedAt(now, pausedUntil) ? pausedUntil - now : 0;
}

/** Milliseconds until fewer than `most` requests are within the window. */
function delayWithin(
  sentAt: readonly UnixMilliseconds[],
  most: number,
  now: UnixMilliseconds,
): number {
  const oldestOfMost = recent(sentAt, now)
    .toSorted((a, b) => a - b)
    .at(-most);
  return oldestOfMost === undefined ? 0 : oldestOfMost + WINDOW_MS - now;
}

function recent(sentAt: readonly UnixMilliseconds[], now: UnixMilliseconds): UnixMilliseconds[] {
  // After the clock was set back, times in the future would never expire.
  return sentAt.filter((at) => at <= now && now - at < WINDOW_MS);
}

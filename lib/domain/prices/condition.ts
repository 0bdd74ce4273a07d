import { toMilliseconds, type UnixMilliseconds } from '../../base/units.ts';
import { ageMs, isStale } from './age.ts';
import type { FeedAttributes } from './attributes.ts';
import { isMarketOpen } from './market-schedule.ts';
import { isProven, type StoredPrice } from './stored-price.ts';
import { parseSchedule, type AnySchedule } from './schedule-grammar.ts';

/**
 * Why a price is not current. It cannot be stale while its market is closed. `after-hours`: signed
 * prices arrive although the schedule says closed.
 */
export type Condition = 'closed' | 'stale' | 'after-hours';

type Dated = Pick<StoredPrice, 'publishTime' | 'proof'>;

/** What determines the conditions of all prices. */
export interface MarketMoment {
  /** By the local clock; 0 if there was no request in this session. */
  readonly lastAskedAtMs: UnixMilliseconds;
  /** A price of an open market is stale above this age. */
  readonly limitSeconds: number;
  /** By the local clock. */
  readonly nowMs: UnixMilliseconds;
  /** Local clock minus true time. */
  readonly skewMs: number;
}

interface Circumstances extends MarketMoment {
  attributes: FeedAttributes | undefined;
  price: Dated | null | undefined;
}

// If prices are this recent, the market is trading, whatever its schedule says.
const TRADING_MS = 60_000;

/** `null` if the price is current, or missing while its market is open. */
export function conditionOf(circumstances: Circumstances): Condition | null {
  const { attributes, price, lastAskedAtMs, limitSeconds, nowMs, skewMs } = circumstances;
  const schedule = parseSchedule(attributes);
  const marketOpen = isMarketOpen(schedule, nowMs - skewMs);
  if (!marketOpen) return isAfterHours(schedule, price, circumstances) ? 'after-hours' : 'closed';
  if (!price || lastAskedAtMs === 0) return null;
  const { publishTime } = price;
  const age = { publishTime, lastAskedAtMs, skewMs, limitSeconds, marketOpen };
  return isStale(age) ? 'stale' : null;
}

/** Whether a verified price, seconds old when requested, contradicts the unsigned schedule. */
function isAfterHours(
  schedule: AnySchedule,
  price: Dated | null | undefined,
  { lastAskedAtMs, skewMs }: Pick<MarketMoment, 'lastAskedAtMs' | 'skewMs'>,
): boolean {
  if (!price || lastAskedAtMs === 0 || !isProven(price)) return false;
  if (ageMs(price.publishTime, lastAskedAtMs - skewMs) > TRADING_MS) return false;
  return !isMarketOpen(schedule, toMilliseconds(price.publishTime));
}

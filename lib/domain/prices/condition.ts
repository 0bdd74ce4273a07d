import { toMilliseconds, type UnixMilliseconds } from '../../base/units.ts';
import { ageMs, isStale } from './age.ts';
import type { FeedAttributes } from './attributes.ts';
import { isMarketOpen } from './market-schedule.ts';
import { isProven } from './proof.ts';
import { parseSchedule, type AnySchedule } from './schedule-grammar.ts';
import type { StoredPrice } from './stored-price.ts';

/**
 * Why a price is not current, or what its schedule says in vain. While its market is closed, a price
 * is not stale. `after-hours`: the schedule says closed, but signed prices arrive.
 */
export type Condition = 'closed' | 'stale' | 'after-hours';

type Dated = Pick<StoredPrice, 'publishTime' | 'proof'>;

interface Circumstances {
  /** Catalog attributes of the feed. */
  attributes: FeedAttributes | undefined;
  price: Dated | null | undefined;
  /** When a service was last asked, by the local clock; 0: not in this session. */
  lastAskedAtMs: UnixMilliseconds;
  limitSeconds: number;
  /** By the local clock. */
  nowMs: UnixMilliseconds;
  /** Local clock minus true time. */
  skewMs: number;
}

// With every answer this recent, a market is trading, whatever a schedule says.
const TRADING_MS = 60_000;

/** The condition of a feed's price; `null` if it is current, or if its market is open without one. */
export function conditionOf(circumstances: Circumstances): Condition | null {
  const { attributes, price, lastAskedAtMs, limitSeconds, nowMs, skewMs } = circumstances;
  const schedule = parseSchedule(attributes);
  const marketOpen = isMarketOpen(schedule, nowMs - skewMs);
  const asked = { lastAskedAtMs, skewMs };
  if (!marketOpen) return isAfterHours(schedule, price, asked) ? 'after-hours' : 'closed';
  if (!price || lastAskedAtMs === 0) return null;
  const age = { publishTime: price.publishTime, ...asked, limitSeconds, marketOpen };
  return isStale(age) ? 'stale' : null;
}

/**
 * Whether a price contradicts a schedule, which nobody signs: it was published while the market was
 * closed, is verified, and was seconds old when it was last asked for.
 */
export function isAfterHours(
  schedule: AnySchedule,
  price: Dated | null | undefined,
  { lastAskedAtMs, skewMs }: Pick<Circumstances, 'lastAskedAtMs' | 'skewMs'>,
): boolean {
  if (!price || lastAskedAtMs === 0 || !isProven(price)) return false;
  if (ageMs(price.publishTime, lastAskedAtMs - skewMs) > TRADING_MS) return false;
  return !isMarketOpen(schedule, toMilliseconds(price.publishTime));
}

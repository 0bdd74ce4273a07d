import type { UnixMilliseconds, UnixSeconds } from '../../base/units.ts';
import { isStale } from './age.ts';
import type { FeedAttributes } from './attributes.ts';
import { isMarketOpen } from './market-schedule.ts';
import { parseSchedule } from './schedule-grammar.ts';

/** Why a price is not current. While its market is closed, it is not stale. */
export type Condition = 'closed' | 'stale';

interface Circumstances {
  /** Catalog attributes of the feed. */
  attributes: FeedAttributes | undefined;
  publishTime: UnixSeconds | undefined;
  /** When a service was last asked, by the local clock; 0: not in this session. */
  lastAskedAtMs: UnixMilliseconds;
  limitSeconds: number;
  /** By the local clock. */
  nowMs: UnixMilliseconds;
  /** Local clock minus true time. */
  skewMs: number;
}

/** The condition of a feed's price; `null` if it is current, or if its market is open without one. */
export function conditionOf(price: Circumstances): Condition | null {
  const { attributes, publishTime, lastAskedAtMs, limitSeconds, nowMs, skewMs } = price;
  const marketOpen = isMarketOpen(parseSchedule(attributes), nowMs - skewMs);
  if (!marketOpen) return 'closed';
  if (publishTime === undefined || lastAskedAtMs === 0) return null;
  const age = { publishTime, lastAskedAtMs, skewMs, limitSeconds, marketOpen };
  return isStale(age) ? 'stale' : null;
}

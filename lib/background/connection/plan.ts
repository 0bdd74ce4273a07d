import { pollInterval } from '../../domain/connection/poll-interval.ts';
import { subjectOf } from '../../domain/holdings/subject.ts';
import { alertReach, isAnyNear, type Reach } from '../../storage/values/alert-reach.ts';
import { polling } from '../../storage/values/connection.ts';
import { neededFeedIds } from '../../storage/values/currency.ts';
import { missingFeeds } from '../../storage/values/prices.ts';
import type { SuspectedFeeds } from '../../storage/values/suspected-feeds.ts';
import { backgroundUpdates } from '../../storage/values/settings.ts';
import { suppliedFeeds } from '../../storage/values/supplied-feeds.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { recheckMissing, suspectsAmong } from './verdicts.ts';
import { FLOOR_MINUTES } from '../floor-alarm.ts';

// After a failure, even the slowest mode polls at the next alarm.
const RETRY_EVERY_MS = 30_000;

// Alarms are slightly early or late. A poll that is almost due must not wait for the next one.
const ALARM_TOLERANCE_MS = 5_000;

// For a service that knows none of the feeds.
const LONGEST_PAUSE_MS = 4 * 60_000;

/** The wanted connection, read from storage and presence. */
export interface Plan {
  needed: string[];
  /** Requested together, so without missing and suspected feeds. */
  requested: string[];
  /** Requested apart, because the service may refuse them. */
  suspects: SuspectedFeeds;
  isNoneCovered: boolean;
  wantsStream: boolean;
  pollEveryMs: number;
  /** 0: none in this session. */
  polledAt: UnixMilliseconds;
}

export async function readPlan(isPageOpen: boolean): Promise<Plan> {
  const ids = await neededFeedIds();
  await recheckMissing(ids);
  const [mode, missing, { reasons }, reach, { triedAt, failures }] = await Promise.all([
    backgroundUpdates.getValue(),
    missingFeeds.getValue(),
    suppliedFeeds.getValue(),
    alertReach.getValue(),
    polling.getValue(),
  ]);
  const suspects = await suspectsAmong(ids);
  const isSuspected = new Set(suspects.ids);
  const isMissing = (id: FeedId): boolean =>
    Object.hasOwn(missing, id) || Object.hasOwn(reasons, id);
  const requested = ids.filter((id) => !isMissing(id) && !isSuspected.has(id));
  return {
    needed: ids,
    requested,
    suspects,
    isNoneCovered: ids.every((id) => (missing[id] ?? reasons[id]) === 'not-covered'),
    // Balanced mode streams only while a price is near the level of an alert.
    wantsStream:
      isPageOpen ||
      mode === 'live' ||
      (mode === 'balanced' && isAnyNear(reach, [...requested, ...calculatedIn(reach)])),
    pollEveryMs: retryInterval(suspects, failures) ?? pollInterval(mode),
    polledAt: triedAt,
  };
}

function calculatedIn(reach: Record<FeedId, Reach>): string[] {
  return Object.keys(reach).filter((id) => subjectOf(id).kind !== 'feed');
}

/** Wait after an inconclusive round, in milliseconds; `null` after a conclusive one. */
function retryInterval({ ids, emptyRounds }: SuspectedFeeds, failures: number): number | null {
  if (emptyRounds > 0) return Math.min(RETRY_EVERY_MS * 2 ** (emptyRounds - 1), LONGEST_PAUSE_MS);
  return failures > 0 || ids.length > 0 ? RETRY_EVERY_MS : null;
}

/** Always due if the clock was set back. */
export function isPollDue({ polledAt, pollEveryMs }: Plan, now: UnixMilliseconds): boolean {
  return isIntervalOver(polledAt, pollEveryMs, now);
}

export function isIntervalOver(
  since: UnixMilliseconds,
  intervalMs: number,
  now: UnixMilliseconds,
): boolean {
  return now < since || now - since >= intervalMs - ALARM_TOLERANCE_MS;
}

/** Whether a poll is due now, or before the next alarm. */
export function isPollDueAtAlarm(plan: Plan, now: UnixMilliseconds): boolean {
  return isPollDue(plan, now + FLOOR_MINUTES * 60_000 - 2 * ALARM_TOLERANCE_MS);
}

import { alertReach, isAnyNear } from '../storage/alert-reach.ts';
import { polling } from '../storage/connection.ts';
import { missingFeeds } from '../storage/prices.ts';
import type { SuspectedFeeds } from '../storage/suspected-feeds.ts';
import {
  backgroundUpdates,
  connectionSettings,
  type BackgroundUpdates,
  type ConnectionSettings,
} from '../storage/settings.ts';
import { watchlist } from '../storage/watchlist.ts';
import { followedSuspects, recheckMissing } from './verdicts.ts';

/** How often the alarm comes that is the floor under everything. */
export const FLOOR_MINUTES = 0.5;

const POLL_EVERY_MS: Record<BackgroundUpdates, number> = {
  live: 30_000,
  balanced: 30_000,
  saver: 5 * 60_000,
};

// After a failure even the slowest mode looks again with the next alarm.
const RETRY_EVERY_MS = 30_000;

// Alarms come a little early or late; a poll that is nearly due must not wait for the next one.
const ALARM_TOLERANCE_MS = 5_000;

// A service that knows none of the feeds: the pauses grow up to this.
const LONGEST_PAUSE_MS = 4 * 60_000;

/** What should be going on now, read from storage and presence. */
export interface Plan {
  connection: ConnectionSettings;
  /** All followed feeds. */
  followed: string[];
  /** Those that the service is asked for: the missing and the suspected ones are left out. */
  asked: string[];
  /** Those that may be refused; they are asked for apart from the others. */
  suspects: SuspectedFeeds;
  /** The access token covers none of the followed feeds. */
  isNoneCovered: boolean;
  wantsStream: boolean;
  pollEveryMs: number;
  /** Unix milliseconds of the last poll; 0: none in this session. */
  polledAt: number;
}

export async function readPlan(isSomeoneLooking: boolean): Promise<Plan> {
  const followed = await watchlist.getValue();
  await recheckMissing(followed);
  const [connection, mode, missing, reach, { triedAt, failures }] = await Promise.all([
    connectionSettings.getValue(),
    backgroundUpdates.getValue(),
    missingFeeds.getValue(),
    alertReach.getValue(),
    polling.getValue(),
  ]);
  const suspects = await followedSuspects(followed);
  const isSuspected = new Set(suspects.ids);
  const asked = followed.filter((id) => !Object.hasOwn(missing, id) && !isSuspected.has(id));
  return {
    connection,
    followed,
    asked,
    suspects,
    isNoneCovered: followed.every((id) => missing[id] === 'not-covered'),
    // Balanced is driven by the alerts: it streams only while a price comes near to a level.
    wantsStream:
      isSomeoneLooking || mode === 'live' || (mode === 'balanced' && isAnyNear(reach, asked)),
    pollEveryMs: retryInterval(suspects, failures) ?? pollInterval(mode),
    polledAt: triedAt,
  };
}

/** How often prices are polled while nothing streams, milliseconds. */
export function pollInterval(mode: BackgroundUpdates): number {
  return POLL_EVERY_MS[mode];
}

/** How long to wait after a round that is not the last word, milliseconds; `null`: it was. */
function retryInterval({ ids, emptyRounds }: SuspectedFeeds, failures: number): number | null {
  if (emptyRounds > 0) return Math.min(RETRY_EVERY_MS * 2 ** (emptyRounds - 1), LONGEST_PAUSE_MS);
  return failures > 0 || ids.length > 0 ? RETRY_EVERY_MS : null;
}

/** Whether a poll is due; a clock that was set back makes it due. */
export function isPollDue({ polledAt, pollEveryMs }: Plan, now: number): boolean {
  return now < polledAt || now - polledAt >= pollEveryMs - ALARM_TOLERANCE_MS;
}

/** The same at an alarm, where the next one would come too late. */
export function isPollDueAtAlarm(plan: Plan, now: number): boolean {
  return isPollDue(plan, now + FLOOR_MINUTES * 60_000 - 2 * ALARM_TOLERANCE_MS);
}

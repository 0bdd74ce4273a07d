import { alertReach, isAnyNear } from '../storage/alert-reach.ts';
import { polling } from '../storage/connection.ts';
import { missingFeeds } from '../storage/prices.ts';
import {
  backgroundUpdates,
  connectionSettings,
  type BackgroundUpdates,
  type ConnectionSettings,
} from '../storage/settings.ts';
import { watchlist } from '../storage/watchlist.ts';

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

const MISSING_RECHECK_MS = 60 * 60_000;

/** What should be going on now, read from storage and presence. */
export interface Plan {
  connection: ConnectionSettings;
  /** All followed feeds. */
  followed: string[];
  /** Those that the service is asked for: the missing ones are left out for an hour. */
  asked: string[];
  wantsStream: boolean;
  pollEveryMs: number;
  /** Unix milliseconds of the last poll; 0: none in this session. */
  polledAt: number;
}

export async function readPlan(isSomeoneLooking: boolean): Promise<Plan> {
  await recheckMissing();
  const [connection, followed, mode, missing, reach, { triedAt, failures }] = await Promise.all([
    connectionSettings.getValue(),
    watchlist.getValue(),
    backgroundUpdates.getValue(),
    missingFeeds.getValue(),
    alertReach.getValue(),
    polling.getValue(),
  ]);
  const asked = followed.filter((id) => !Object.hasOwn(missing, id));
  return {
    connection,
    followed,
    asked,
    // Balanced is driven by the alerts: it streams only while a price comes near to a level.
    wantsStream:
      isSomeoneLooking || mode === 'live' || (mode === 'balanced' && isAnyNear(reach, asked)),
    pollEveryMs: failures > 0 ? RETRY_EVERY_MS : pollInterval(mode),
    polledAt: triedAt,
  };
}

/** How often prices are polled while nothing streams, milliseconds. */
export function pollInterval(mode: BackgroundUpdates): number {
  return POLL_EVERY_MS[mode];
}

/** Whether a poll is due; a clock that was set back makes it due. */
export function isPollDue({ polledAt, pollEveryMs }: Plan, now: number): boolean {
  return now < polledAt || now - polledAt >= pollEveryMs - ALARM_TOLERANCE_MS;
}

/** The same at an alarm, where the next one would come too late. */
export function isPollDueAtAlarm(plan: Plan, now: number): boolean {
  return isPollDue(plan, now + FLOOR_MINUTES * 60_000 - 2 * ALARM_TOLERANCE_MS);
}

/** Asks for missing feeds again from time to time: the service may have them by now. */
async function recheckMissing(): Promise<void> {
  const { missingCheckedAt } = await polling.getValue();
  const now = Date.now();
  if (now >= missingCheckedAt && now - missingCheckedAt < MISSING_RECHECK_MS) return;
  await forgetMissing();
}

export async function forgetMissing(): Promise<void> {
  await polling.update((state) => ({ ...state, missingCheckedAt: Date.now() }));
  await missingFeeds.update((missing) => (Object.keys(missing).length > 0 ? {} : missing));
}

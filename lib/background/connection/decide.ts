import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { isPausedAt } from '../../domain/connection/pause.ts';
import {
  INSTEAD_OF_STREAM_MS,
  isAsleepIn,
  pollInterval,
} from '../../domain/connection/poll-interval.ts';
import type { ConnectionState } from '../../domain/connection/state.ts';
import { subjectOf } from '../../domain/holdings/subject.ts';
import type { BackgroundUpdates } from '../../domain/settings.ts';
import { isAnyNear, type Reach } from '../../storage/values/alert-reach.ts';
import { feedsToAsk, lackingAt, type FeedsToAsk } from './feeds.ts';
import {
  healthOf,
  isAway,
  isRefused,
  servicesToTry,
  workingOthers,
  type Candidate,
} from './services.ts';
import { isAnswering, type Circumstances, type State } from './state.ts';

export interface Facts extends Circumstances {
  candidates: readonly Candidate[];
  /** Feeds that need prices. */
  ids: readonly FeedId[];
  mode: BackgroundUpdates;
  reach: Readonly<Record<FeedId, Reach>>;
  /** The next alarm may come too late. */
  isAlarm: boolean;
  /** A feed was added. */
  lacksPrice: boolean;
  /** 0: no stream is open. */
  streamOpenedAt: UnixMilliseconds;
}

/** The connection that the state asks for. */
export interface Wanted {
  /** `null`: no stream. */
  stream: readonly FeedId[] | null;
  /** Whether a stream may be opened now. */
  isStreamDue: boolean;
  /** `null`: no request now. */
  poll: FeedsToAsk | null;
  /** Services to ask whether they work, in order. */
  tries: readonly string[];
  /** Feeds to ask other services for. */
  supply: readonly FeedId[];
  shown: ConnectionState;
  /** When to decide again, if nothing happens before; `null`: at the next alarm. */
  wakeAt: UnixMilliseconds | null;
}

// After a failure, even the slowest mode asks at the next alarm.
const RETRY_EVERY_MS = 30_000;

/** For a service that knows none of the feeds. */
const LONGEST_PAUSE_MS = 4 * 60_000;

/** Rounds of requests for feeds that may be refused. */
const APART_EVERY_MS = 5_000;

// Alarms are slightly early or late. A poll that is almost due must not wait for the next one.
const TOLERANCE_MS = 5_000;
const ALARM_TOLERANCE_MS = 20_000;

const TRY_AGAIN_MS = 1_500;

/** The next page that opens connects. Until then, no past prices are requested either. */
const ASLEEP = { state: 'connecting', reason: null, remedy: null, nextAttemptAt: null } as const;

/** Decides what to do now. Nothing else decides about requests for prices. */
export function decide(state: State, facts: Facts): Wanted {
  const { now, ids, isLive } = facts;
  const { batch, apart } = feedsToAsk(state.feeds, state.active.id, ids, now);
  const blocked = blockedState(state, facts, batch.length + apart.length);
  const idle = { stream: null, isStreamDue: false, poll: null, supply: [], wakeAt: null };
  const tries = ids.length > 0 ? servicesToTry(state, facts.candidates, now) : [];
  if (isAsleepIn(facts.mode, facts.isPageOpen)) {
    return { ...idle, tries: [], shown: blocked ?? ASLEEP };
  }
  if (blocked) return { ...idle, supply: toSupply(state, facts), tries, shown: blocked };

  const isPaused = isPausedAt(now, state.pausedUntil);
  const wantsStream = batch.length > 0 && state.emptyRounds === 0 && isStreamWanted(batch, facts);
  const isStreamDue = !isPaused && now >= state.streamAt;
  const isDue = isPollDue(state, facts, apart.length);
  const isPollWanted = wantsStream
    ? state.isPollWanted || (isDue && (state.streamFailures > 0 || (isLive && apart.length > 0)))
    : state.isPollWanted || isDue || facts.lacksPrice;
  const isAllDue = isDue || state.isPollWanted;
  // The live stream brings the prices of the other feeds.
  const asked = wantsStream && isLive && !state.isPollWanted ? [] : batch;
  return {
    stream: wantsStream ? batch : null,
    isStreamDue,
    poll: isPollWanted && !isPaused ? { batch: asked, apart: isAllDue ? apart : [] } : null,
    tries,
    supply: toSupply(state, facts),
    shown: shownState(state, facts, wantsStream),
    wakeAt: wakeTime(state, facts, { wantsStream, apart: apart.length }),
  };
}

/** Balanced mode streams only while a price is near the level of an alert. */
export function isStreamWanted(
  batch: readonly FeedId[],
  { isPageOpen, mode, reach }: Pick<Facts, 'isPageOpen' | 'mode' | 'reach'>,
): boolean {
  if (isPageOpen || mode === 'live') return true;
  const calculated = Object.keys(reach).filter((id) => subjectOf(id).kind !== 'feed');
  return mode === 'balanced' && isAnyNear(reach, [...batch, ...calculated]);
}

function pollEvery(state: State, { mode, isPageOpen }: Facts, apart: number): number {
  if (state.emptyRounds > 0) {
    return Math.min(RETRY_EVERY_MS * 2 ** (state.emptyRounds - 1), LONGEST_PAUSE_MS);
  }
  if (isPageOpen && apart > 0) return APART_EVERY_MS;
  if (isPageOpen && state.streamFailures > 0) return INSTEAD_OF_STREAM_MS;
  return apart > 0 || state.pollFailures > 0 ? RETRY_EVERY_MS : pollInterval(mode);
}

function isPollDue(state: State, facts: Facts, apart: number): boolean {
  const toleranceMs = facts.isAlarm ? ALARM_TOLERANCE_MS : TOLERANCE_MS;
  const intervalMs = pollEvery(state, facts, apart);
  return isOver(
    state.polledAt,
    intervalMs - (intervalMs > TOLERANCE_MS ? toleranceMs : 0),
    facts.now,
  );
}

/** Always over if the clock was set back. */
function isOver(since: UnixMilliseconds, intervalMs: number, now: UnixMilliseconds): boolean {
  return now < since || now - since >= intervalMs;
}

function toSupply(state: State, { now, ids, mode, candidates }: Facts): FeedId[] {
  if (!isOver(state.feeds.suppliedAt, pollInterval(mode) - TOLERANCE_MS, now)) return [];
  if (workingOthers(state, candidates).length === 0) return [];
  return Object.keys(lackingAt(state.feeds, state.active.id, ids));
}

/** Why nothing can be asked for; `null` if something can. */
function blockedState(state: State, { ids }: Facts, toAsk: number): ConnectionState | null {
  const { id } = state.active;
  const { away } = healthOf(state, id);
  if (id === '') return stopped({ code: 'services-paused' }, 'connection');
  if (ids.length === 0) return stopped({ code: 'empty-watchlist' }, null);
  if (isRefused(healthOf(state, id)) && away?.code.startsWith('token-')) {
    return stopped(away, 'access-token');
  }
  if (toAsk > 0) return null;
  const reasons = Object.values(lackingAt(state.feeds, id, ids));
  return reasons.every((reason) => reason === 'not-covered')
    ? stopped({ code: 'no-prices', reason: 'not-covered' }, 'connection')
    : stopped({ code: 'no-feed-offered' }, null);
}

function stopped(
  reason: ConnectionState['reason'],
  remedy: ConnectionState['remedy'],
): ConnectionState {
  return { state: 'stopped', reason, remedy, nextAttemptAt: null };
}

function shownState(state: State, facts: Facts, wantsStream: boolean): ConnectionState {
  const { now, isLive, isSteady, streamOpenedAt } = facts;
  const { trouble } = state;
  // Streams that break again and again must not change the status shown each time.
  const isBreaking = state.streamFailures > 1 && !isSteady && isAnswering(state, now);
  const isStorageAtFault = trouble?.reason.code === 'prices-not-stored';
  const none = {
    reason: isStorageAtFault ? trouble.reason : null,
    remedy: null,
    nextAttemptAt: null,
  };
  if (isLive && wantsStream && !isBreaking) return { state: 'live', ...none };
  if (trouble && !isStorageAtFault) {
    const { reason, remedy, isOfStream } = trouble;
    const isBreak = reason.code === 'stream-broke' || reason.code === 'stream-silent';
    if (isBreak && !isBreaking && state.pollFailures === 0) {
      return { state: 'connecting', reason, remedy, nextAttemptAt: null };
    }
    const isPolling = isOfStream && isAnswering(state, now);
    const nextAttemptAt = nextAttempt(state, facts, wantsStream);
    return { state: isPolling ? 'polling' : 'offline', reason, remedy, nextAttemptAt };
  }
  const isAnswered = state.answeredAt > 0 && state.answeredAt >= streamOpenedAt;
  return { state: isAnswered ? 'polling' : 'connecting', ...none };
}

/** `null`: at the next alarm. */
function nextAttempt(state: State, facts: Facts, wantsStream: boolean): UnixMilliseconds | null {
  if (isPausedAt(facts.now, state.pausedUntil)) return state.pausedUntil;
  if (state.emptyRounds > 0) return state.polledAt + pollEvery(state, facts, 0);
  return wantsStream ? state.streamAt : null;
}

function wakeTime(
  state: State,
  facts: Facts,
  { wantsStream, apart }: { wantsStream: boolean; apart: number },
): UnixMilliseconds | null {
  const { now, isPageOpen, streamOpenedAt } = facts;
  if (isPausedAt(now, state.pausedUntil)) return state.pausedUntil;
  const isPolled = apart > 0 || state.emptyRounds > 0 || state.streamFailures > 0;
  const times = [
    ...(wantsStream && streamOpenedAt === 0 ? [state.streamAt] : []),
    ...(isPageOpen && isPolled ? [state.polledAt + pollEvery(state, facts, apart)] : []),
    ...(isPageOpen && isAway(state) && facts.candidates.length > 1 ? [now + TRY_AGAIN_MS] : []),
  ].filter((time) => time > now);
  return times.length === 0 ? null : Math.min(...times);
}

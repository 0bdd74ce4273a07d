import { filterKeys } from '../../base/filter-keys.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { UNKNOWN_FEEDS, UNTRIED, type Memory } from '../../domain/connection/memory.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import type { FeedAnswer } from './ask-feeds.ts';
import type { Failure } from './failure.ts';
import { afterAnswer } from './feeds.ts';
import {
  afterOutcome,
  chooseService,
  isAway,
  type Candidate,
  type Outcome,
  type Services,
} from './services.ts';

/** All that the worker knows about its connection. It is stored for the next worker. */
export interface State extends Services, Memory {}

/** What happens outside of the connection. */
export type Cause =
  | 'start'
  /** The fallback alarm. */
  | 'alarm'
  /** A page was opened, or the last one was closed. */
  | 'presence'
  | 'settings'
  /** The service in use has another address or other headers. */
  | 'connection'
  /** The user asked for prices. */
  | 'refresh'
  /** The network is back. */
  | 'online';

export type ConnectionEvent =
  | { kind: Cause }
  /** A request for prices begins. */
  | { kind: 'asked' }
  /** @param problem why part of the response isn't stored */
  | {
      kind: 'answered';
      service: string;
      answer: FeedAnswer;
      isNews: boolean;
      problem: ServiceProblem | null;
    }
  /** The stream brought news. @param isSteady whether it has brought several updates */
  | { kind: 'news'; service: string; isSteady: boolean; problem: ServiceProblem | null }
  | {
      kind: 'failed';
      service: string;
      failure: Failure;
      by: 'request' | 'stream';
      delayMs?: number;
    }
  /** The stream brings nothing, which is unusual. A request shows why. */
  | { kind: 'quiet' }
  /** A service that isn't in use was asked whether it works. */
  | { kind: 'tried'; service: string; outcome: Outcome }
  /** Other services were asked for feeds that the one in use lacks. */
  | { kind: 'supplied'; answers: ReadonlyMap<string, FeedAnswer> }
  /** The user changed the list. @param ids of the changed services */
  | { kind: 'edited'; ids: readonly string[] | null }
  /** The local clock was stepped. */
  | { kind: 'clock-stepped'; stepMs: number };

/** What an event means depends on these. */
export interface Circumstances {
  now: UnixMilliseconds;
  isPageOpen: boolean;
  /** The stream brings news. */
  isLive: boolean;
  /** It has brought several updates. */
  isSteady: boolean;
  /** The stream brings no news, which is unusual. */
  isQuiet: boolean;
  /** A response without news shows that the service doesn't work. */
  isNewsDue: boolean;
  /** Another service could take over. */
  hasSuccessor: boolean;
}

/** A poll's answer shows for this long that the service works: its interval plus a margin. */
const ANSWER_HOLDS_MS = 35_000;

/** For this long after a response, failing streams don't count against the service. */
const EXCUSED_MS = 3_000;

// Pauses between streams. While requests are answered, only the stream is broken.
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const LONGEST_WHILE_ANSWERED_MS = 60_000;
const LONGEST_WHILE_PAGE_OPEN_MS = 1_500;

/** The state of an earlier worker. The clock may have been set back since. */
export function recalled(
  stored: State,
  pausedUntil: UnixMilliseconds,
  now: UnixMilliseconds,
): State {
  const streamAt = Math.min(stored.streamAt, now + LONGEST_WHILE_ANSWERED_MS);
  return { ...stored, streamAt, pausedUntil };
}

/** Whether requests are answered, although the stream may fail. */
export function isAnswering({ answeredAt, pollFailures }: State, now: UnixMilliseconds): boolean {
  return pollFailures === 0 && now >= answeredAt && now - answeredAt < ANSWER_HOLDS_MS;
}

/** Chooses the service to use, and drops what was true of the previous one only. */
export function choose(
  state: State,
  candidates: readonly Candidate[],
  events: readonly ConnectionEvent[],
  now: UnixMilliseconds,
): State {
  const chosen = chooseService(state, candidates, {
    now,
    isEdited: events.some(({ kind }) => kind === 'edited' || kind === 'refresh'),
    responding: respondingIn(events),
  });
  // A new installation has no service to leave.
  if (chosen.active.id === state.active.id || state.active.id === '') return chosen;
  return { ...chosen, ...UNTRIED, feeds: { ...chosen.feeds, suppliers: {}, suppliedAt: 0 } };
}

/** The services that just brought news, although they weren't in use. */
export function respondingIn(events: readonly ConnectionEvent[]): string[] {
  return events.flatMap((event) =>
    event.kind === 'tried' && event.outcome.kind === 'ok' ? event.service : [],
  );
}

export function after(state: State, event: ConnectionEvent, at: Circumstances): State {
  const { now } = at;
  if ('service' in event && event.kind !== 'tried' && event.service !== state.active.id) {
    return state;
  }
  switch (event.kind) {
    case 'asked':
      return { ...state, polledAt: now, isPollWanted: false };
    case 'answered':
      return afterPoll(state, event, at);
    case 'news':
      return afterNews(state, event, now);
    case 'failed':
      return afterFailure(state, event, at);
    case 'quiet':
      return { ...state, isPollWanted: true };
    case 'tried':
      return afterOutcome(state, event.service, event.outcome, now);
    case 'supplied':
      return afterSupply(state, event.answers, now);
    case 'presence':
      return at.isPageOpen ? { ...state, streamAt: 0 } : state;
    case 'online':
      return { ...state, streamAt: 0, isPollWanted: true };
    case 'refresh':
      return { ...state, ...UNTRIED, feeds: UNKNOWN_FEEDS, health: {}, isPollWanted: true };
    case 'edited':
      return { ...state, health: withoutIds(state.health, event.ids) };
    case 'clock-stepped':
      return afterStep(state, event.stepMs);
    case 'connection': {
      const health = withoutIds(state.health, [state.active.id]);
      return { ...state, ...UNTRIED, feeds: UNKNOWN_FEEDS, health, isPollWanted: true };
    }
    default:
      return state;
  }
}

/** Pauses stay as long as they were, whatever the clock does. Past times need no change. */
function afterStep(state: State, stepMs: number): State {
  const { pausedUntil, streamAt } = state;
  const health = Object.entries(state.health).map(([id, { probeAt, ...known }]) => [
    id,
    { ...known, probeAt: probeAt && probeAt + stepMs },
  ]);
  return {
    ...state,
    health: Object.fromEntries(health),
    pausedUntil: pausedUntil && pausedUntil + stepMs,
    streamAt: streamAt && streamAt + stepMs,
  };
}

function withoutIds(health: State['health'], ids: readonly string[] | null): State['health'] {
  return ids === null ? {} : filterKeys(health, (id) => !ids.includes(id));
}

function afterPoll(
  state: State,
  { answer, isNews, problem }: Extract<ConnectionEvent, { kind: 'answered' }>,
  at: Circumstances,
): State {
  const { now } = at;
  if (answer.none !== null) return afterRefusalOfAll(state, answer.none, now);
  const { active } = state;
  const feeds = withoutSuppliers(afterAnswer(state.feeds, active.id, answer, now), answer.answered);
  const isOfStream = state.trouble?.isOfStream === true;
  const trouble = isOfStream ? state.trouble : null;
  const answered = {
    ...state,
    ...(feeds === state.feeds ? {} : { streamAt: 0, streamFailures: 0 }),
    feeds,
    pollFailures: 0,
    emptyRounds: 0,
    trouble: problem ? storageTrouble(problem) : trouble,
  };
  if (!isNews && at.isNewsDue && answer.answered.length > 0) return afterNoNews(answered, at);
  answered.answeredAt = now;
  // Only news of a stream ends its silence.
  const isSilent = isOfStream && state.trouble?.reason.code === 'stream-silent';
  return isSilent && isAway(state)
    ? answered
    : afterOutcome(answered, active.id, { kind: 'ok' }, now);
}

/** The service responds, but with nothing verified and new. */
function afterNoNews(state: State, { now, isQuiet, hasSuccessor }: Circumstances): State {
  const problem = { code: 'stream-silent' } as const;
  const outcome = { kind: 'failed', problem, isCertain: isQuiet } as const;
  const failed = afterOutcome(state, state.active.id, outcome, now);
  return { ...failed, isPollWanted: state.isPollWanted || (hasSuccessor && !isAway(failed)) };
}

/** The service in use has them itself. */
function withoutSuppliers(feeds: State['feeds'], answered: readonly FeedId[]): State['feeds'] {
  const has = new Set(answered);
  const suppliers = filterKeys(feeds.suppliers, (id) => !has.has(id));
  return suppliers === feeds.suppliers ? feeds : { ...feeds, suppliers };
}

/** The service or its base URL is the problem, not the feeds. */
function afterRefusalOfAll(
  state: State,
  reason: NonNullable<FeedAnswer['none']>,
  now: UnixMilliseconds,
): State {
  const problem = { code: 'no-prices', reason } as const;
  const remedy = reason === 'no-data' ? null : 'connection';
  const refused = {
    ...state,
    pollFailures: state.pollFailures + 1,
    emptyRounds: state.emptyRounds + 1,
    trouble: { reason: problem, remedy, isOfStream: false } as const,
  };
  // A request for one feed would not show that the user fixed it.
  const outcome: Outcome =
    reason === 'no-data'
      ? { kind: 'failed', problem, isCertain: true }
      : { kind: 'refused', problem };
  return afterOutcome(refused, state.active.id, outcome, now);
}

function storageTrouble(reason: ServiceProblem) {
  return { reason, remedy: null, isOfStream: false } as const;
}

function afterNews(
  state: State,
  { isSteady, problem }: Extract<ConnectionEvent, { kind: 'news' }>,
  now: UnixMilliseconds,
): State {
  const ok = afterOutcome(state, state.active.id, { kind: 'ok' }, now);
  const streamFailures = isSteady ? 0 : state.streamFailures;
  const isSame = streamFailures === state.streamFailures;
  if (isSame && state.trouble?.reason.code === problem?.code) return ok;
  return { ...ok, streamFailures, trouble: problem && storageTrouble(problem) };
}

function afterFailure(
  state: State,
  { failure, by, delayMs }: Extract<ConnectionEvent, { kind: 'failed' }>,
  { now, isPageOpen, isLive, isQuiet, hasSuccessor }: Circumstances,
): State {
  const isOfStream = by === 'stream';
  const { reason, remedy } = failure;
  // A refused stream doesn't settle it: only a request shows whether the service refuses its token.
  const outcome: Outcome | null =
    isOfStream && failure.outcome?.kind === 'refused'
      ? { kind: 'failed', problem: reason }
      : failure.outcome;
  const counted = isOfStream
    ? afterStream(state, {
        now,
        isPageOpen,
        delayMs,
        isRefused: failure.outcome?.kind === 'refused',
      })
    : { ...state, pollFailures: state.pollFailures + 1 };
  if (outcome?.kind === 'paused') {
    Object.assign(counted, { pausedUntil: outcome.until, isPollWanted: true });
  }
  // Prices arrive, whatever a request says.
  if (!isOfStream && isLive && !isQuiet && outcome?.kind !== 'refused') return counted;
  const failed = { ...counted, trouble: { reason, remedy, isOfStream } };
  if (outcome?.kind !== 'failed') {
    return outcome ? afterOutcome(failed, state.active.id, outcome, now) : failed;
  }
  const isCertain = outcome.isCertain === true || (isQuiet && !isOfStream);
  // A service may refuse only streams.
  const isAnswered = isAnswering(state, now) && now - state.answeredAt < EXCUSED_MS;
  const isExcused = isOfStream && state.streamFailures > 0 && isAnswered;
  if (isExcused && !isCertain) return failed;
  const left = afterOutcome(failed, state.active.id, { ...outcome, isCertain }, now);
  // A second attempt decides at once.
  const isUndecided = hasSuccessor && !isAway(left);
  return { ...left, isPollWanted: left.isPollWanted || isUndecided };
}

interface StreamEnd {
  now: UnixMilliseconds;
  isPageOpen: boolean;
  delayMs: number | undefined;
  isRefused: boolean;
}

function afterStream(state: State, { now, isPageOpen, delayMs, isRefused }: StreamEnd): State {
  const streamFailures = state.streamFailures + 1;
  const longest = isAnswering(state, now)
    ? LONGEST_WHILE_ANSWERED_MS
    : isPageOpen
      ? LONGEST_WHILE_PAGE_OPEN_MS
      : LONGEST_PAUSE_MS;
  // The request that confirms a refusal may take a while.
  const pauseMs = isRefused
    ? LONGEST_PAUSE_MS
    : Math.min(FIRST_PAUSE_MS * 2 ** state.streamFailures, longest);
  const isFirst = state.streamFailures === 0;
  return {
    ...state,
    streamFailures,
    streamAt: now + (isFirst ? (delayMs ?? pauseMs) : pauseMs),
    // Requests bring prices meanwhile, and find feeds that the stream has to leave out.
    isPollWanted: state.isPollWanted || isFirst,
  };
}

function afterSupply(
  state: State,
  answers: ReadonlyMap<string, FeedAnswer>,
  now: UnixMilliseconds,
): State {
  let { feeds } = state;
  let supplied = state;
  const suppliers = [...answers].flatMap(([id, { answered }]) =>
    answered.map((feed) => [feed, id] as const),
  );
  for (const [id, answer] of answers) {
    if (answer.none === null) feeds = afterAnswer(feeds, id, answer, now);
    supplied = afterOutcome(supplied, id, { kind: 'ok' }, now);
  }
  return {
    ...supplied,
    feeds: { ...feeds, suppliers: Object.fromEntries(suppliers), suppliedAt: now },
  };
}

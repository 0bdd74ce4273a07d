import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import type { ActiveService, ServiceHealth } from '../../domain/connection/service-health.ts';
import type { UnixMilliseconds } from '../../base/units.ts';

// The health of each price service, as pure functions of events and time.
//
//            two failures in a row, a refusal, a pause, silence
//   works ──────────────────────────────────────────────────────▶ away ──▶ probed from time to time
//     ▲                                                                          │
//     └── healthy for a minute, or at once if the service in use is away too ◀───┘

/** A preferred service must be healthy for this long before it is used again. */
export const RETURN_AFTER_MS = 60_000;

export const RETURN_AFTER_SUCCESSES = 2;

// One failure may be a coincidence. The second attempt follows at once.
const FAILURES_TO_LEAVE = 2;

// The alarm comes every 30 s, perhaps a little early.
const PROBE_EVERY_MS = 25_000;
const LONGEST_PROBE_PAUSE_MS = 5 * 60_000;

export interface FailoverState {
  active: ActiveService;
  health: Readonly<Record<string, ServiceHealth>>;
}

/** In order of preference. */
export interface Candidate {
  id: string;
  /** Paused, or without consent to unverified prices. */
  isExcluded: boolean;
}

export type ServiceEvent =
  | { kind: 'ok' }
  /** May be temporary. `askedAt`: when the failed request was made; default now. */
  | { kind: 'failed'; problem: ServiceProblem; askedAt?: UnixMilliseconds }
  /** Certain at once, such as no data although markets are open. */
  | { kind: 'lost'; problem: ServiceProblem; askedAt?: UnixMilliseconds }
  | { kind: 'paused'; problem: ServiceProblem; until: UnixMilliseconds }
  /** Only the user can fix it. */
  | { kind: 'refused'; problem: ServiceProblem };

export const UNKNOWN_HEALTH: ServiceHealth = {
  failures: 0,
  away: null,
  healthySince: 0,
  successes: 0,
  probeAt: 0,
  triedAt: 0,
};

export function healthOf({ health }: FailoverState, id: string): ServiceHealth {
  return health[id] ?? UNKNOWN_HEALTH;
}

export function afterEvent(
  before: ServiceHealth,
  event: ServiceEvent,
  now: UnixMilliseconds,
): ServiceHealth {
  // Only a refusal replaces a refusal: unverified prices keep arriving, and a search may report a
  // timeout after a late refusal.
  if (isRefused(before) && event.kind !== 'refused') return before;
  if (event.kind === 'ok') return afterSuccess(before, now);
  // A request that hung must not delay the next one.
  const triedAt = ('askedAt' in event ? event.askedAt : undefined) ?? now;
  const failed = { ...before, healthySince: 0, successes: 0, triedAt };
  if (isEarly(before, event, now)) return { ...failed, away: event.problem };
  const failures = before.failures + 1;
  if (event.kind === 'failed' && before.away === null && failures < FAILURES_TO_LEAVE) {
    return { ...failed, failures };
  }
  return { ...failed, failures, away: event.problem, probeAt: probeTime(event, failures, now) };
}

/** Only the user can fix it. */
export function isRefused({ away, probeAt }: ServiceHealth): boolean {
  return away !== null && probeAt === null;
}

/** Whether the service was tried before its probe was due. The probe time then stays. */
function isEarly(
  { away, probeAt }: ServiceHealth,
  { kind }: ServiceEvent,
  now: UnixMilliseconds,
): boolean {
  const mayPass = kind === 'failed' || kind === 'lost';
  return mayPass && away !== null && probeAt !== null && now < probeAt;
}

function afterSuccess(before: ServiceHealth, now: UnixMilliseconds): ServiceHealth {
  if (before.away === null) return { ...before, failures: 0, triedAt: now };
  // A future start was stored before the clock was set back.
  const isRunning = before.healthySince > 0 && before.healthySince <= now;
  return {
    ...before,
    failures: 0,
    healthySince: isRunning ? before.healthySince : now,
    successes: before.successes + 1,
    probeAt: now + PROBE_EVERY_MS,
    triedAt: now,
  };
}

function probeTime(
  event: Exclude<ServiceEvent, { kind: 'ok' }>,
  failures: number,
  now: UnixMilliseconds,
): UnixMilliseconds | null {
  if (event.kind === 'refused') return null;
  if (event.kind === 'paused') return Math.max(event.until, now);
  const doublings = Math.max(0, failures - FAILURES_TO_LEAVE - 1);
  return now + Math.min(PROBE_EVERY_MS * 2 ** doublings, LONGEST_PROBE_PAUSE_MS);
}

import { isDeepEqual } from '../../base/deep-equal.ts';
import { filterKeys } from '../../base/filter-keys.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import type { ActiveService, ServiceHealth } from '../../domain/connection/service-health.ts';
import type { ServiceList } from '../../domain/connection/service-list.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import type { Signatures } from '../../domain/settings.ts';

// Which price service is in use, as pure functions of outcomes and time.
//
//            two failures in a row, or a certain one, or any while not in use
//   works ───────────────────────────────────────────▶ away ──▶ tried from time to time
//     ▲                                                               │
//     └── works for a minute, or at once if the one in use is away ◀──┘

/** In order of preference. */
export interface Candidate {
  id: string;
  /** Paused, or without consent to unverified prices. */
  isExcluded: boolean;
  /** Unverified prices count as signs of life. */
  mayBeUnverified?: boolean;
}

export interface Services {
  active: ActiveService;
  health: Readonly<Record<string, ServiceHealth>>;
}

/** What a request or stream showed about its service. */
export type Outcome =
  | { kind: 'ok' }
  /** May be temporary, unless it is certain. */
  | { kind: 'failed'; problem: ServiceProblem; isCertain?: boolean }
  | { kind: 'paused'; problem: ServiceProblem; until: UnixMilliseconds }
  /** Only the user can fix it. */
  | { kind: 'refused'; problem: ServiceProblem };

// One failure suffices for a service that isn't in use. Otherwise, a preferred service that failed
// once would replace one that works.
const FAILURES_TO_LEAVE = 2;

/** A preferred service must work for two alarms before it is used again. They may be early. */
export const RETURN_AFTER_MS = 58_000;
const RETURN_AFTER_SUCCESSES = 2;

// The alarm comes every 30 s, perhaps a little early.
const TRY_EVERY_MS = 25_000;
const LONGEST_TRY_PAUSE_MS = 5 * 60_000;

/** While no service works. */
const TRY_IN_NEED_MS = 1_500;

const UNKNOWN: ServiceHealth = {
  failures: 0,
  away: null,
  healthySince: 0,
  successes: 0,
  probeAt: 0,
  triedAt: 0,
};

export function healthOf({ health }: Services, id: string): ServiceHealth {
  return health[id] ?? UNKNOWN;
}

export function isAway(services: Services, id = services.active.id): boolean {
  return healthOf(services, id).away !== null;
}

/** Only the user can fix it. */
export function isRefused({ away, probeAt }: ServiceHealth): boolean {
  return away !== null && probeAt === null;
}

/** Returns the same services if nothing changes, as with every update of a stream. */
export function afterOutcome<S extends Services>(
  services: S,
  id: string,
  outcome: Outcome,
  now: UnixMilliseconds,
): S {
  const before = healthOf(services, id);
  const isInUse = id === services.active.id;
  const after =
    outcome.kind === 'ok'
      ? afterSuccess(before, isInUse, now)
      : afterFailure(before, outcome, { now, mostFailures: isInUse ? FAILURES_TO_LEAVE : 1 });
  return after === before ? services : { ...services, health: { ...services.health, [id]: after } };
}

function afterSuccess(
  before: ServiceHealth,
  isInUse: boolean,
  now: UnixMilliseconds,
): ServiceHealth {
  if (isRefused(before) || (before.away === null && before.failures === 0)) return before;
  // A future start was stored before the clock was set back.
  const isRunning = before.healthySince > 0 && before.healthySince <= now;
  const healthySince = isRunning ? before.healthySince : now;
  const successes = before.successes + 1;
  const isBack = now - healthySince >= RETURN_AFTER_MS && successes >= RETURN_AFTER_SUCCESSES;
  if (before.away === null || isInUse || isBack) return { ...UNKNOWN, triedAt: now };
  const probeAt = now + TRY_EVERY_MS;
  return { ...before, failures: 0, healthySince, successes, probeAt, triedAt: now };
}

function afterFailure(
  before: ServiceHealth,
  outcome: Exclude<Outcome, { kind: 'ok' }>,
  { now, mostFailures }: { now: UnixMilliseconds; mostFailures: number },
): ServiceHealth {
  const { problem, kind } = outcome;
  if (isRefused(before) && (kind !== 'refused' || isDeepEqual(before.away, problem))) return before;
  const failed = { ...before, healthySince: 0, successes: 0, triedAt: now };
  // Tried before it was due, because no service works.
  const isEarly = kind === 'failed' && before.away !== null && now < (before.probeAt ?? 0);
  if (isEarly) return { ...failed, away: problem };
  const failures = before.failures + 1;
  const isKept = kind === 'failed' && outcome.isCertain !== true && before.away === null;
  if (isKept && failures < mostFailures) return { ...failed, failures };
  const pauseMs = TRY_EVERY_MS * 2 ** Math.max(0, failures - FAILURES_TO_LEAVE - 1);
  const laterMs = now + Math.min(pauseMs, LONGEST_TRY_PAUSE_MS);
  const probeAt = kind === 'refused' ? null : kind === 'paused' ? outcome.until : laterMs;
  return { ...failed, failures, away: problem, probeAt };
}

interface Choice {
  now: UnixMilliseconds;
  /** The user changed the list, so the order counts at once. */
  isEdited?: boolean;
  /** Services that just responded. */
  responding?: readonly string[];
}

/**
 * Chooses the first service that works. The one in use keeps its place for a minute, unless the
 * user changed the list. If it is away, the first that responds takes over. So losing the network
 * changes nothing.
 */
export function chooseService<S extends Services>(
  before: S,
  candidates: readonly Candidate[],
  choice: Choice,
): S {
  const { now } = choice;
  const listed = new Set(candidates.map(({ id }) => id));
  const usable = candidates.filter(({ isExcluded }) => !isExcluded).map(({ id }) => id);
  let health = filterKeys(before.health, (id) => listed.has(id));
  const id = nextId({ active: before.active, health }, usable, choice);
  if (id !== before.active.id && healthOf({ ...before, health }, id).successes > 0) {
    health = { ...health, [id]: { ...UNKNOWN, triedAt: now } };
  }
  const preferredId = usable[0] ?? '';
  const problem = health[preferredId]?.away ?? before.active.reason?.problem ?? null;
  const reason = id === preferredId || id === '' || !problem ? null : { preferredId, problem };
  const since = id === before.active.id ? before.active.since : now;
  const active = { id, since, reason };
  if (health === before.health && isDeepEqual(active, before.active)) return before;
  return { ...before, health, active };
}

function nextId(
  services: Services,
  usable: readonly string[],
  { now, isEdited = false, responding = [] }: Choice,
): string {
  const { id: current, since } = services.active;
  const working = usable.find((id) => !isAway(services, id));
  if (!usable.includes(current)) return working ?? usable[0] ?? '';
  if (!isAway(services, current)) {
    const isSettled = isEdited || now < since || now - since >= RETURN_AFTER_MS;
    return isSettled ? (working ?? current) : current;
  }
  const responds = (id: string): boolean =>
    id !== current && (responding.includes(id) || healthOf(services, id).successes > 0);
  const canPass = (id: string): boolean => !isRefused(healthOf(services, id));
  return usable.find(responds) ?? [current, ...usable].find(canPass) ?? current;
}

/** Other services that work. */
export function workingOthers(services: Services, candidates: readonly Candidate[]): string[] {
  return othersOf(services, candidates).filter((id) => !isAway(services, id));
}

/**
 * Whether another service could take over from the one in use, which works: also one that was away
 * and has responded since.
 */
export function hasSuccessor(services: Services, candidates: readonly Candidate[]): boolean {
  if (isAway(services)) return false;
  return othersOf(services, candidates).some(
    (id) => !isAway(services, id) || healthOf(services, id).successes > 0,
  );
}

/**
 * Whether a service's unverified prices suffice: the user accepts them, or no other service may have
 * better ones.
 */
export function isUnverifiedEnough(
  services: Services,
  candidates: readonly Candidate[],
  id: string,
): boolean {
  if (candidates.find((candidate) => candidate.id === id)?.mayBeUnverified) return true;
  return candidates.every(
    (other) => other.isExcluded || other.id === id || isRefused(healthOf(services, other.id)),
  );
}

/** Services that are away and may be back, or all that may work if the one in use is away. */
export function servicesToTry(
  services: Services,
  candidates: readonly Candidate[],
  now: UnixMilliseconds,
): string[] {
  const isInNeed = isAway(services);
  return othersOf(services, candidates).filter((id) => {
    const { away, probeAt, triedAt } = healthOf(services, id);
    if (probeAt === null || (away === null && !isInNeed)) return false;
    // A future time was stored before the clock was set back.
    if (now < triedAt || (away !== null && now >= probeAt)) return true;
    return isInNeed && away?.code !== 'paused' && now - triedAt >= TRY_IN_NEED_MS;
  });
}

function othersOf({ active }: Services, candidates: readonly Candidate[]): string[] {
  return candidates.flatMap(({ id, isExcluded }) => (isExcluded || id === active.id ? [] : id));
}

/**
 * Without signatures, prices of two services have no trusted order, so every service but the first
 * needs the user's consent.
 */
export function candidatesOf(list: ServiceList, mode: Signatures): Candidate[] {
  const preferred = list.find(({ isPaused }) => !isPaused);
  const hasConsent = list.some(({ isPaused, mayMixUnverified }) => !isPaused && mayMixUnverified);
  return list.map((service) => {
    const isAllowed = service === preferred || mode !== 'off' || service.mayMixUnverified;
    const { id, isPaused, mayMixUnverified } = service;
    // Consent to a replacement's unverified prices is consent to those of the preferred service.
    const isAccepted = mayMixUnverified || (service === preferred && hasConsent);
    const mayBeUnverified = mode === 'off' || (isAccepted && mode === 'show');
    return { id, isExcluded: isPaused || !isAllowed, mayBeUnverified };
  });
}

import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import { isDeepEqual } from '../../base/deep-equal.ts';
import type { ActiveService, ServiceHealth } from '../../domain/connection/service-health.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import {
  healthOf,
  isRefused,
  RETURN_AFTER_MS,
  RETURN_AFTER_SUCCESSES,
  UNKNOWN_HEALTH,
  type Candidate,
  type FailoverState,
} from './state.ts';

// While no service works, all are tried as often as request limits allow, so that prices return
// soon.
const PROBE_IN_NEED_MS = 1_500;

interface ChoiceOptions {
  now: UnixMilliseconds;
  /** The user changed the list, so the order counts at once. */
  isEdited?: boolean;
}

/**
 * Chooses the first service that works. An earlier service must first have been healthy for a
 * while, unless the one in use is away. If no service works, the current one stays unless only the
 * user can fix it.
 */
export function choose(
  before: FailoverState,
  candidates: readonly Candidate[],
  { now, isEdited = false }: ChoiceOptions,
): FailoverState {
  const usable = candidates.filter(({ isExcluded }) => !isExcluded).map(({ id }) => id);
  const state = withRecovered(onlyListed(before, candidates), now);
  const chosen = nextId(state, usable, { now, isEdited });
  // A service that works again starts over.
  const isBack = chosen !== before.active.id && healthOf(state, chosen).successes > 0;
  const health = isBack ? { ...state.health, [chosen]: works(state, chosen) } : state.health;
  return {
    health,
    active: activeOf(before, chosen, { health, preferredId: usable[0] ?? '', now }),
  };
}

export function dueProbes(
  state: FailoverState,
  candidates: readonly Candidate[],
  now: UnixMilliseconds,
): string[] {
  return othersOf(state, candidates).filter((id) => {
    const { away, probeAt, triedAt } = healthOf(state, id);
    if (away === null || probeAt === null) return false;
    // A future time was stored before the clock was set back.
    if (now >= probeAt || now < triedAt) return true;
    return isInNeed(state) && away.code !== 'paused' && now - triedAt >= PROBE_IN_NEED_MS;
  });
}

export function workingOthers(state: FailoverState, candidates: readonly Candidate[]): string[] {
  return othersOf(state, candidates).filter((id) => healthOf(state, id).away === null);
}

/** Working services first, then those that may have returned. */
export function successors(state: FailoverState, candidates: readonly Candidate[]): string[] {
  const working = workingOthers(state, candidates);
  const returning = othersOf(state, candidates).filter((id) => {
    const { away, probeAt } = healthOf(state, id);
    return away !== null && away.code !== 'paused' && probeAt !== null;
  });
  return [...working, ...returning];
}

/** Whether no service works. */
export function isInNeed(state: FailoverState): boolean {
  return healthOf(state, state.active.id).away !== null;
}

function othersOf({ active }: FailoverState, candidates: readonly Candidate[]): string[] {
  return candidates
    .filter(({ id, isExcluded }) => !isExcluded && id !== active.id)
    .map(({ id }) => id);
}

function onlyListed(state: FailoverState, candidates: readonly Candidate[]): FailoverState {
  const known = candidates.filter(({ id }) => state.health[id] !== undefined);
  return {
    ...state,
    health: Object.fromEntries(known.map(({ id }) => [id, healthOf(state, id)])),
  };
}

/** Services that have been healthy long enough count as working; the one in use at once. */
function withRecovered(state: FailoverState, now: UnixMilliseconds): FailoverState {
  const recovered = Object.keys(state.health).filter((id) => {
    const health = healthOf(state, id);
    const isInUse = id === state.active.id && health.successes > 0;
    return isInUse || hasRecovered(health, now);
  });
  const health = recovered.map((id) => [id, works(state, id)] as const);
  return { ...state, health: { ...state.health, ...Object.fromEntries(health) } };
}

function hasRecovered(
  { away, healthySince, successes }: ServiceHealth,
  now: UnixMilliseconds,
): boolean {
  const isLongEnough = healthySince > 0 && now - healthySince >= RETURN_AFTER_MS;
  return away !== null && isLongEnough && successes >= RETURN_AFTER_SUCCESSES;
}

function works(state: FailoverState, id: string): ServiceHealth {
  return { ...UNKNOWN_HEALTH, triedAt: healthOf(state, id).triedAt };
}

function nextId(
  state: FailoverState,
  usable: readonly string[],
  { now, isEdited = false }: ChoiceOptions,
): string {
  const { id: current, since } = state.active;
  const isAway = (id: string): boolean => healthOf(state, id).away !== null;
  const mayPass = (id: string): boolean => !isRefused(healthOf(state, id));
  const first = usable.find((id) => !isAway(id));
  if (!usable.includes(current)) return first ?? usable[0] ?? '';
  if (isAway(current)) {
    const answering = usable.find((id) => id !== current && healthOf(state, id).successes > 0);
    return first ?? answering ?? (mayPass(current) ? current : (usable.find(mayPass) ?? current));
  }
  const isSettled = now < since || now - since >= RETURN_AFTER_MS;
  return isSettled || isEdited ? (first ?? current) : current;
}

function activeOf(
  { active: before }: FailoverState,
  id: string,
  {
    health,
    preferredId,
    now,
  }: { health: FailoverState['health']; preferredId: string; now: number },
): ActiveService {
  const isPreferred = id === preferredId || id === '';
  const problem: ServiceProblem | null =
    health[preferredId]?.away ?? before.reason?.problem ?? null;
  const reason = isPreferred || problem === null ? null : { preferredId, problem };
  const since = id === before.id ? before.since : now;
  const after = { id, since, reason };
  return isDeepEqual(after, before) ? before : after;
}

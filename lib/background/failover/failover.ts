import { filterKeys } from '../../base/filter-keys.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import { isDeepEqual } from '../../base/deep-equal.ts';
import { activeService, serviceHealth } from '../../storage/values/failover.ts';
import type { ServiceHealth } from '../../domain/connection/service-health.ts';
import { writeItems } from '../../storage/read-ahead.ts';
import { signatures } from '../../storage/values/settings.ts';
import type { ServiceSettings, Signatures } from '../../domain/settings.ts';
import { servicesInUse } from '../samples/services-in-use.ts';
import { choose, dueProbes, isInNeed, successors, workingOthers } from './choose.ts';
import {
  afterEvent,
  healthOf,
  isRefused,
  type FailoverState,
  type ServiceEvent,
  type Candidate,
} from './state.ts';
import type { ServiceList } from '../../domain/connection/service-list.ts';
import { leanStream, polling } from '../../storage/values/connection.ts';
import { missingFeeds } from '../../storage/values/prices.ts';
import { suppliedFeeds } from '../../storage/values/supplied-feeds.ts';
import { suspectedFeeds } from '../../storage/values/suspected-feeds.ts';

export type Failover = ReturnType<typeof createFailover>;

interface FailoverOptions {
  /** Called before the new service is stored. */
  onLeave: () => void;
  onNeed: () => void;
  /** @param place on the list, from 1 */
  onSwitch: (place: number, problem: ServiceProblem | null) => void;
}

/** Decides which price service is in use. Its state is in session storage for the next worker. */
export function createFailover(options: FailoverOptions) {
  const memory = createMemory(options);
  const { load, settle } = memory;
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(step: () => Promise<T>): Promise<T> {
    const done = turn.then(step);
    turn = done.catch(() => undefined);
    return done;
  }

  return {
    get isPreferred() {
      return memory.isPreferred;
    },
    /** As of the last call of a function. */
    get hasSuccessor() {
      return memory.hasSuccessor;
    },
    /** As of the last call of a function. */
    get isInNeed() {
      return memory.isInNeed;
    },
    /** `null` if all services are paused. */
    current: () =>
      inTurn(async () => {
        await settle(await load());
        const { active } = await load();
        return (await servicesInUse()).find(({ id }) => id === active.id) ?? null;
      }),
    /** Resolves with whether the service changed. */
    report: (id: string, event: ServiceEvent) =>
      inTurn(async () => {
        const before = await load();
        const known = healthOf(before, id);
        // Every stream update gets here.
        if (event.kind === 'ok' && known.failures === 0 && known.away === null) return false;
        const after = afterEvent(known, event, Date.now());
        if (isSame(known, after)) return false;
        const health = { ...before.health, [id]: after };
        return settle({ ...before, health });
      }),
    /** Services that may take over; working ones first. */
    successors: () => inTurn(async () => withIds(successors(await load(), await readCandidates()))),
    /** Services that work but aren't in use. */
    others: () => inTurn(async () => withIds(workingOthers(await load(), await readCandidates()))),
    dueProbes: () =>
      inTurn(async () => withIds(dueProbes(await load(), await readCandidates(), Date.now()))),
    /**
     * The user changed the list or asked for another attempt.
     * @param ids whose problems no longer count; default: all
     */
    forgetProblems: (ids?: readonly string[]) =>
      inTurn(async () => {
        const { active, health } = await load();
        const kept = filterKeys(health, (id) => ids !== undefined && !ids.includes(id));
        await settle({ active, health: kept }, true);
      }),
  };
}

function createMemory({ onLeave, onNeed, onSwitch }: FailoverOptions) {
  let state: FailoverState | undefined;
  let canLeave = false;

  async function load(): Promise<FailoverState> {
    if (state) return state;
    const [active, health] = await Promise.all([
      activeService.getValue(),
      serviceHealth.getValue(),
    ]);
    return (state = { active, health });
  }

  /** Resolves with whether the service changed. */
  async function settle(changed: FailoverState, isEdited = false): Promise<boolean> {
    const before = await load();
    const candidates = await readCandidates();
    const after = choose(changed, candidates, { now: Date.now(), isEdited });
    // A new installation has no service to leave.
    const isSwitch = after.active.id !== before.active.id && before.active.id !== '';
    if (isSwitch) onLeave();
    state = after;
    canLeave = successors(after, candidates).length > 0;
    if (!isDeepEqual(after, before)) await save(after, isSwitch);
    const place = candidates.findIndex(({ id }) => id === after.active.id) + 1;
    if (isSwitch) onSwitch(place, after.active.reason?.problem ?? null);
    if (isInNeed(after) && !isInNeed(before)) onNeed();
    return isSwitch;
  }

  return {
    load,
    settle,
    get isPreferred() {
      return (state?.active.reason ?? null) === null;
    },
    get hasSuccessor() {
      return canLeave && state !== undefined && !isInNeed(state);
    },
    get isInNeed() {
      return canLeave && state !== undefined && isInNeed(state);
    },
  };
}

/** Whether a repeated refusal changes only the time. */
function isSame(known: ServiceHealth, after: ServiceHealth): boolean {
  return (
    isRefused(after) &&
    isDeepEqual({ away: known.away, probeAt: known.probeAt }, { away: after.away, probeAt: null })
  );
}

async function withIds(ids: readonly string[]): Promise<ServiceSettings[]> {
  const list = await servicesInUse();
  return ids.flatMap((id) => list.filter((service) => service.id === id));
}

async function readCandidates() {
  const [list, mode] = await Promise.all([servicesInUse(), signatures.getValue()]);
  return candidatesOf(list, mode);
}

/** @param isSwitch verdicts and polls belong to the previous service and are dropped */
async function save({ active, health }: FailoverState, isSwitch: boolean): Promise<void> {
  const items = { ...activeService.entry(active), ...serviceHealth.entry({ ...health }) };
  await writeItems('session', isSwitch ? { ...items, ...verdictItems() } : items).catch(() =>
    console.warn('The price service in use could not be stored.'),
  );
}

/**
 * Without signatures, prices of two services have no trusted order, so every service but the first
 * needs the user's consent.
 */
export function candidatesOf(list: ServiceList, mode: Signatures): Candidate[] {
  const preferred = list.find(({ isPaused }) => !isPaused);
  return list.map((service) => {
    const isAllowed = service === preferred || mode !== 'off' || service.mayMixUnverified;
    return { id: service.id, isExcluded: service.isPaused || !isAllowed };
  });
}

/** Session items that clear all verdicts about one service. */
function verdictItems(): Record<string, unknown> {
  return {
    ...missingFeeds.entry({}),
    ...suppliedFeeds.entry(suppliedFeeds.fallback),
    ...suspectedFeeds.entry(suspectedFeeds.fallback),
    ...polling.entry({ ...polling.fallback, missingCheckedAt: Date.now() }),
    ...leanStream.entry(leanStream.fallback),
  };
}

import { toSeconds, type UnixMilliseconds } from '../../../base/units.ts';
import type { AlertEvent } from '../model/event.ts';
import type { Firing } from '../model/firing.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState, SuspensionReason } from '../model/state.ts';
import { goesByClock } from '../model/trigger.ts';
import type { Observation } from './feed-watch.ts';

export interface StepResult {
  /** The same object if nothing changed. */
  readonly state: AlertState;
  /** A `missed` firing is recorded, but the alert did not fire. */
  readonly firing?: Firing;
  readonly suspended?: SuspensionReason;
}

const MAX_FIRINGS_IN_WINDOW = 15;
const RUNAWAY_WINDOW_MS = 3 * 60_000;

/** Auto-pauses an alert that fires too often. */
export function fire(
  rule: AlertRule,
  state: AlertState,
  event: AlertEvent,
  observation: Observation,
): StepResult {
  const { at } = observation;
  // Firings in the future predate a clock that was set back and must not auto-pause an alert.
  const recent = state.recent.filter(
    (firedAt) => firedAt <= at && at - firedAt < RUNAWAY_WINDOW_MS,
  );
  if (recent.length >= MAX_FIRINGS_IN_WINDOW) return suspend(state, 'runaway', at);
  const { repeat } = rule;
  const isOnce = repeat.mode === 'once';
  const cooldown = isOnce ? 0 : repeat.cooldownSeconds * 1_000;
  return {
    firing: makeFiring(rule, state, event, observation),
    state: {
      ...state,
      // A one-time alert stops here, so a later wake-up by a snooze follows a gap.
      gap: isOnce,
      count: state.count + 1,
      lastFiredAt: at,
      doneAt: isOnce ? at : null,
      coolingUntil: cooldown > 0 ? at + cooldown : null,
      recent: [...recent, at],
      unreported: null,
    },
  };
}

export function recordMiss(
  rule: AlertRule,
  state: AlertState,
  event: AlertEvent,
  observation: Observation,
): StepResult {
  return {
    firing: { ...makeFiring(rule, state, event, observation), missed: true },
    state: {
      ...state,
      count: state.count + 1,
      unreported: { at: observation.at, why: 'gap' },
    },
  };
}

export function suspend(
  state: AlertState,
  reason: SuspensionReason,
  at: UnixMilliseconds,
): StepResult {
  return { state: { ...state, recent: [], suspended: { at, reason } }, suspended: reason };
}

function makeFiring(
  { id: alertId, feedId, trigger }: AlertRule,
  { count }: AlertState,
  what: AlertEvent,
  { latest, fresh, at, trueAt, stale }: Observation,
): Firing {
  const isLate = stale && fresh !== null && !goesByClock(trigger);
  const position = fresh ? `${fresh.source.publishTime}-${fresh.source.slot ?? ''}` : `t${at}`;
  return {
    id: `${alertId}.${position}.${count}`,
    alertId,
    feedId,
    at,
    what,
    missed: false,
    price: latest && {
      price: latest.price,
      conf: latest.conf,
      expo: latest.expo,
      publishTime: latest.publishTime,
      slot: latest.slot,
    },
    ...(isLate && { lateSeconds: Math.floor(toSeconds(trueAt) - fresh.source.publishTime) }),
    delivered: 'pending',
    seenAt: null,
  };
}

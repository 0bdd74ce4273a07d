import { watchingOf } from '../model/phase.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';

/**
 * Changes a rule's waits by some seconds, but never to below 0. The times between candle prices are
 * uncertain by that much.
 */
export function withWaits(rule: AlertRule, by: { confirmation: number; cooldown: number }) {
  const { confirmationSeconds: held, repeat } = rule;
  return {
    ...rule,
    confirmationSeconds: held === 0 ? 0 : Math.max(0, held + by.confirmation),
    repeat:
      repeat.mode === 'once' || repeat.cooldownSeconds === 0
        ? repeat
        : { ...repeat, cooldownSeconds: Math.max(0, repeat.cooldownSeconds + by.cooldown) },
  };
}

/** Marks a state as belonging to `rule`, an adapted form of its own rule. */
export function stateFor(rule: AlertRule, state: AlertState): AlertState {
  return { ...state, watching: watchingOf(rule) };
}

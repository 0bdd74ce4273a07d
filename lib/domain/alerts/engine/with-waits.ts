import { watchingOf } from '../model/phase.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';

/**
 * A rule whose waits are longer or shorter by so many seconds, but never below 0. The times between the
 * prices of candles are uncertain by as much.
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

/** A state as one of another form of its rule. */
export function stateFor(rule: AlertRule, state: AlertState): AlertState {
  return { ...state, watching: watchingOf(rule) };
}

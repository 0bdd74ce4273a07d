import type { Pause } from '../observations.ts';
import type { ServiceLog } from './observations.ts';
import { isAway, NOTICED_AFTER_MS } from './plan.ts';

/** A time in which the same services work. */
export interface Spell {
  from: number;
  to: number;
  /** How many services work. */
  healthy: number;
  /** How much longer the worker may take to notice what is wrong, milliseconds. */
  extraMs: number;
}

/** The times in which a service could not give prices. */
export function awayTimes({ troubles, penalties, refusals }: ServiceLog): Pause[] {
  return [...troubles.filter(({ name }) => isAway(name)), ...penalties, ...refusals];
}

/**
 * Cuts a time into spells. A service that fails begins a new one, because it may have been the one
 * in use; so does the return of a service if none worked before.
 *
 * @param others what else begins a spell, unix milliseconds
 */
export function spellsWithin(
  { from, to }: Pause,
  services: readonly ServiceLog[],
  others: readonly number[],
): Spell[] {
  const times = services.map(awayTimes);
  const healthyAt = (at: number): number =>
    times.filter((away) => !away.some((time) => time.from <= at && at < time.to)).length;
  const fails = times.flat().map((time) => time.from);
  const returns = times.flat().map((time) => time.to);
  const first = returns.filter((at) => healthyAt(at - 1) === 0);
  const cuts = [from, ...[...fails, ...first, ...others].filter((at) => at > from && at < to), to];
  const sorted = cuts.toSorted((a, b) => a - b);
  return sorted.slice(0, -1).flatMap((start, index) => {
    const end = sorted[index + 1] ?? to;
    if (end === start) return [];
    const healthy = healthyAt(start);
    return [{ from: start, to: end, healthy, extraMs: extraMs(start, end) }];
  });

  function extraMs(start: number, end: number): number {
    const current = services
      .flatMap(({ troubles }) => troubles)
      .filter((trouble) => trouble.from < end && trouble.to > start);
    return Math.max(0, ...current.map(({ name }) => NOTICED_AFTER_MS[name] ?? 0));
  }
}

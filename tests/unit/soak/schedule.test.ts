import { describe, expect, it } from 'vitest';
import { SOAK_FAULTS } from '../../soak/faults.ts';
import { makeSchedule } from '../../soak/schedule.ts';
import { costOf, type Step } from '../../soak/step.ts';

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);
const KINDS = ['clock', 'crossing', 'edit', 'fault', 'no-page', 'restart', 'sleep', 'trust'];
const PAUSES = ['429 whose body hangs', '429 with Retry-After', '503 with Retry-After'];

describe('the schedule', () => {
  it('is the same for the same seed and different for another', () => {
    expect(makeSchedule(1, 60)).toEqual(makeSchedule(1, 60));
    expect(makeSchedule(1, 60)).not.toEqual(makeSchedule(2, 60));
  });

  it.each([60, 180, 600])(
    'of %d seconds has every kind of step and takes about as long',
    (seconds) => {
      for (const seed of SEEDS) {
        const steps = makeSchedule(seed, seconds);
        expect([...new Set(steps.map(({ kind }) => kind))].toSorted()).toEqual(KINDS);
        const cost = steps.reduce((sum, step) => sum + costOf(step), 0);
        expect(cost).toBeGreaterThan(0.9 * seconds);
        expect(cost).toBeLessThan(1.8 * seconds);
      }
    },
  );

  it.each([60, 180])(
    'of %d seconds has every pause and a refused token with a page open',
    (seconds) => {
      for (const seed of SEEDS) {
        const faults = makeSchedule(seed, seconds).flatMap((step) =>
          step.kind === 'fault' || step.kind === 'clock' ? [step.fault] : [],
        );
        expect(faults).toEqual(expect.arrayContaining([...PAUSES, 'token refused']));
      }
    },
  );

  it('kills a worker in a pause and in no pause in which the clock is stepped', () => {
    for (const seed of SEEDS) {
      const steps = makeSchedule(seed, 60);
      const killed = steps.filter((step) => step.kind === 'fault' && step.killAt !== null);
      expect(killed.filter(isPause)).not.toEqual([]);
      const clockSteps = steps.filter((step) => step.kind === 'clock');
      expect(clockSteps.filter(({ isKilled, fault }) => isKilled && fault !== null)).toEqual([]);
    }
  });

  it('steps the clock both ways, once in a pause, and never by more than one step', () => {
    for (const seed of SEEDS) {
      const steps = makeSchedule(seed, 60);
      const clockSteps = steps.filter((step) => step.kind === 'clock');
      expect(new Set(clockSteps.map(({ stepMs }) => stepMs))).toEqual(new Set([90_000, -90_000]));
      expect(clockSteps.filter(isPause)).toHaveLength(1);
      expect(Math.max(...offsetsMs(makeSchedule(seed, 180)))).toBeLessThanOrEqual(90_000);
    }
  });

  it('of ten minutes leaves no fault out', () => {
    const names = makeSchedule(3, 600).flatMap((step) => ('fault' in step ? [step.fault] : []));
    expect(Object.keys(SOAK_FAULTS).filter((name) => !names.includes(name))).toEqual([]);
  });
});

function isPause(step: Step): boolean {
  return 'fault' in step && PAUSES.includes(step.fault ?? '');
}

/** By how much the clock is wrong after each step, milliseconds; browsers start with the right one. */
function offsetsMs(steps: readonly Step[]): number[] {
  let offsetMs = 0;
  return steps.map((step) => {
    if (step.kind === 'clock') offsetMs += step.stepMs;
    if (['restart', 'sleep', 'trust'].includes(step.kind)) offsetMs = 0;
    return Math.abs(offsetMs);
  });
}

import { describe, expect, it } from 'vitest';
import { faultOf } from '../../soak/troubles.ts';
import { isAway, planTroubles, type PlannedTrouble } from '../../soak/services/plan.ts';
import { userSteps } from '../../soak/services/user-steps.ts';

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);

const awayAt = (troubles: readonly PlannedTrouble[], at: number): number =>
  troubles.filter(({ fault, from, to }) => isAway(fault) && from <= at && at < to).length;

/** The numbers of services that are away at the same time, sampled every 0.1 s. */
function numbersAway(troubles: readonly PlannedTrouble[], seconds: number): Set<number> {
  const times = Array.from({ length: seconds * 10 }, (_, index) => index / 10);
  return new Set(times.map((at) => awayAt(troubles, at)));
}

describe('the plan of troubles', () => {
  it('is the same for the same seed and different for another', () => {
    expect(planTroubles(1, 3, 60)).toEqual(planTroubles(1, 3, 60));
    expect(planTroubles(1, 3, 60)).not.toEqual(planTroubles(2, 3, 60));
  });

  it('has times with no, one, two and all of three services away', () => {
    for (const seed of SEEDS) {
      expect(numbersAway(planTroubles(seed, 3, 180), 180)).toEqual(new Set([0, 1, 2, 3]));
    }
  });

  it('gives each service one trouble at a time, and time to recover from a pause', () => {
    for (const seed of SEEDS) {
      for (const service of [0, 1, 2]) {
        const own = planTroubles(seed, 3, 300).filter((trouble) => trouble.service === service);
        expect(own.length).toBeGreaterThan(5);
        for (const [index, { from, to }] of own.entries()) {
          expect(to).toBeGreaterThan(from);
          expect(own[index + 1]?.from ?? Infinity).toBeGreaterThan(to + 3);
        }
      }
    }
  });

  it('knows its faults, and leaves those out that take too long for a short run', () => {
    const short = new Set(planTroubles(4, 3, 100).map(({ fault }) => fault));
    for (const fault of short) expect(faultOf(fault).lasts[0]).toBeGreaterThan(0);
    const long = SEEDS.flatMap((seed) => planTroubles(seed, 3, 180)).map(({ fault }) => fault);
    expect(short).not.toContain('stream falls silent');
    expect(long).toContain('stream falls silent');
  });

  it('leaves the first service to itself: the others fail without it, and it without them', () => {
    const troubles = planTroubles(5, 3, 300);
    const alone = troubles.filter(({ from }) => awayAt(troubles, from) === 1);
    expect(new Set(alone.map(({ service }) => service))).toEqual(new Set([0, 1, 2]));
  });
});

it('the user crosses levels, kills the worker, edits, and closes the page', () => {
  const steps = userSteps(1).take(100).toArray();
  expect(new Set(steps.map(({ kind }) => kind))).toEqual(
    new Set(['crossing', 'edit', 'kill', 'no-page', 'pause']),
  );
  expect(userSteps(1).take(100).toArray()).toEqual(steps);
});

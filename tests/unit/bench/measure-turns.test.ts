import { describe, expect, it } from 'vitest';
import { nextTurn } from '../../../lib/base/next-turn.ts';
import { measureTurns } from '../../bench/measure-turns.ts';

/** A clock that only `work` moves forward. */
function createClock() {
  let now = 0;
  return {
    now: () => now,
    work: (ms: number) => {
      now += ms;
    },
  };
}

describe('measureTurns', () => {
  it('measures work that never yields as one turn', async () => {
    const clock = createClock();
    const turns = await measureTurns(async () => {
      clock.work(30);
      await Promise.resolve();
      clock.work(12);
    }, clock.now);
    expect(turns).toEqual({ longestMs: 42, totalMs: 42 });
  });

  it('reports the longest turn and the total', async () => {
    const clock = createClock();
    const turns = await measureTurns(async () => {
      for (const ms of [10, 40, 5]) {
        clock.work(ms);
        // Enough turns that the meter is certain to run in between.
        for (let turn = 0; turn < 10; turn += 1) await nextTurn();
      }
    }, clock.now);
    expect(turns).toEqual({ longestMs: 40, totalMs: 55 });
  });

  it('measures the work after the last turn', async () => {
    const clock = createClock();
    const turns = await measureTurns(async () => {
      for (let turn = 0; turn < 10; turn += 1) await nextTurn();
      clock.work(20);
    }, clock.now);
    expect(turns).toEqual({ longestMs: 20, totalMs: 20 });
  });

  it('rejects if the work does', async () => {
    await expect(measureTurns(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});

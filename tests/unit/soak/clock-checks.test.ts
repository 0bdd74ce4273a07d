import { describe, expect, it } from 'vitest';
import { checkClock } from '../../soak/clock-checks.ts';
import type { ClockStep, Observations } from '../../soak/observations.ts';
import { anyRun, T0, viewOf } from './any-run.ts';

const STEP: ClockStep = { at: T0, stepMs: 90_000, streamsFrom: T0, correctedMs: 9_000 };
const samples = Array.from({ length: 600 }, (_, index) => ({
  at: T0 - 10_000 + index * 100,
  openStreams: 1,
}));

function faults(change: Partial<Observations>): string[] {
  return checkClock(anyRun({ samples, clockSteps: [STEP], ...change })).faults;
}

function staleView(afterMs: number, note = 'Stale · 1 min ago') {
  return viewOf(afterMs, { 'BTC/USD': [note] });
}

describe('the check of the clock', () => {
  it('passes if ages are right again in time', () => {
    expect(
      faults({ views: [staleView(300), staleView(14_900), staleView(16_000, '2 s')] }),
    ).toEqual([]);
  });

  it.each(['Stale · 9 sec ago', '1 min ago', '2 hr ago', 'in the future'])(
    'fails for a row that shows %s for long',
    (note) => {
      expect(faults({ views: [staleView(300, note), staleView(15_300, note)] })).toEqual([
        'A row was called stale or old 15300 ms after a step of +90 s.',
      ]);
    },
  );

  it('fails for a clock that is corrected late or never', () => {
    const late = [
      { ...STEP, correctedMs: 15_200 },
      { ...STEP, at: T0 + 1, stepMs: -90_000, correctedMs: null },
    ];
    expect(faults({ clockSteps: late })).toEqual([
      'After +90 s the clock was not corrected in time.',
      'After -90 s the clock was not corrected in time.',
    ]);
  });

  it('counts from when prices stream, and up to the next step', () => {
    const views = [staleView(20_000)];
    expect(faults({ views })).not.toEqual([]);
    expect(faults({ views, clockSteps: [{ ...STEP, streamsFrom: T0 + 6_000 }] })).toEqual([]);
    const next = { ...STEP, at: T0 + 19_000, streamsFrom: T0 + 19_000 };
    expect(faults({ views, clockSteps: [STEP, next] })).toEqual([]);
  });

  it('accepts an old price while nothing streams', () => {
    const views = [staleView(20_000)];
    expect(faults({ views, samples: [{ at: T0 + 19_500, openStreams: 0 }] })).toEqual([]);
  });

  it('accepts a closed market', () => {
    expect(faults({ views: [viewOf(20_000, { 'EUR/USD': ['7 h'] })] })).toEqual([]);
  });
});

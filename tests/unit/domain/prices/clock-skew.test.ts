import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNKNOWN_SKEW, withSkew } from '@/lib/domain/prices/clock-skew.ts';
import { clockNotice } from '@/lib/domain/prices/clock-words.ts';
import { makeWorld, START_MS } from './clock-world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

// Ages are whole seconds, and a price takes some time to arrive.
const CLOSE_MS = 2 * SECOND;

describe('a correct clock', () => {
  it.each([0, 700, 1_400, 3_000])('is not corrected if prices are %s ms late', (lateMs) => {
    const world = makeWorld({ lateMs });
    world.stream(60);
    expect(world.known.skew).toMatchObject({ skewMs: 0, isNoticed: false, uncorrectedMs: null });
  });

  it('is not corrected while the service sends no new prices, nor while it is behind afterward', () => {
    const world = makeWorld();
    world.stream(10);
    world.frozenAtMs = world.trueMs;
    for (let count = 0; count < 10; count += 1) world.poll();
    world.frozenAtMs = null;
    world.lateMs = 300 * SECOND;
    world.stream(60);
    expect(world.known.skew.skewMs).toBe(0);
    expect(clockNotice(world.known.skew)).toBeNull();
  });

  it('is not corrected if each worker gets one answer of a service without new prices', () => {
    const world = makeWorld();
    world.poll();
    world.restart();
    world.frozenAtMs = world.trueMs;
    for (let count = 0; count < 3; count += 1) {
      world.poll();
      world.restart();
    }
    world.frozenAtMs = null;
    world.lateMs = 90 * SECOND;
    for (let count = 0; count < 6; count += 1) {
      world.poll();
      world.restart();
    }
    expect(world.known.skew.skewMs).toBe(0);
  });

  it('is not corrected by a service whose publish times never change', () => {
    const world = makeWorld();
    world.frozenAtMs = START_MS - 65 * SECOND;
    world.stream(60);
    for (let count = 0; count < 10; count += 1) world.poll();
    expect(world.known.skew.skewMs).toBe(0);
  });

  it('is not corrected for a constant lag of more than 5 minutes, but the notice names both causes', () => {
    const world = makeWorld({ lateMs: 10 * MINUTE });
    world.stream(30);
    expect(world.known.skew.skewMs).toBe(0);
    expect(clockNotice(world.known.skew)).toBe(
      'Your computer’s clock is about 10 minutes fast, or the price service is that far behind. ' +
        'Check your clock: the ages of prices are not corrected.',
    );
    const { skew } = world.known;
    world.stream(30);
    expect(world.known.skew).toBe(skew);
    world.lateMs = 700;
    world.poll();
    expect(clockNotice(world.known.skew)).toBeNull();
  });

  it('is not corrected by prices of closed markets', () => {
    const world = makeWorld({ lateMs: 65 * SECOND });
    world.isOpen = false;
    world.stream(60);
    expect(world.known.skew).toMatchObject({ skewMs: 0, latePrices: [] });
  });
});

describe('a fast clock', () => {
  it.each([12, 65, 240])('of %s s is corrected by prices with a constant lag', (seconds) => {
    const world = makeWorld({ offMs: seconds * SECOND });
    world.stream(4);
    expect(world.known.skew.skewMs).toBe(0);
    world.stream(6);
    expect(world.known.skew.skewMs).toBe(seconds * SECOND);
    expect(clockNotice(world.known.skew)).toBe(
      `Your computer’s clock is about ${seconds < 120 ? `${seconds} seconds` : '4 minutes'} fast. Pricelight corrects for this.`,
    );
  });

  it('is corrected after three polls, even if each has a new worker', () => {
    const world = makeWorld({ offMs: 65 * SECOND });
    for (let count = 0; count < 3; count += 1) {
      world.restart();
      world.poll();
    }
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
  });

  it('keeps its correction while all markets are closed', () => {
    const world = makeWorld({ offMs: 65 * SECOND });
    world.stream(20);
    world.isOpen = false;
    world.frozenAtMs = world.trueMs;
    world.poll(3_600);
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
  });

  it('does not make the displayed ages jump', () => {
    const world = makeWorld({ offMs: 65.3 * SECOND });
    world.stream(20);
    const { skew } = world.known;
    for (let count = 0; count < 200; count += 1) {
      world.lateMs = 400 + ((count * 37) % 26) * 100;
      world.poll(0.4);
    }
    expect(world.known.skew).toBe(skew);
  });
});

describe('a slow clock', () => {
  it.each([4, 65, 600, 7_200])('of %s s is corrected by the first signed price', (seconds) => {
    const world = makeWorld({ offMs: -seconds * SECOND });
    world.poll();
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
    expect(world.known.skew.isNoticed).toBe(seconds > 10);
  });

  it('is corrected by the largest lead', () => {
    const world = makeWorld({ offMs: -65 * SECOND, lateMs: 20 * SECOND });
    world.poll();
    world.lateMs = 700;
    world.poll();
    world.lateMs = 4 * SECOND;
    world.poll();
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
  });

  it('causes a notice if it is too slow to correct', () => {
    const world = makeWorld({ offMs: -26 * HOUR });
    world.poll();
    expect(world.known.skew.skewMs).toBe(0);
    expect(clockNotice(world.known.skew)).toBe(
      'Your computer’s clock is about 26 hours slow. Set your clock: until then, prices can’t be shown.',
    );
  });
});

describe('a clock that is set while the worker runs', () => {
  it.each([-90, -65, -5])('is corrected at once after a jump of %s s', (seconds) => {
    const world = makeWorld();
    world.stream(5);
    world.step(seconds * SECOND);
    expect(world.errorMs).toBe(0);
    world.stream(20);
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
  });

  it.each([65, 90, 3_600])('ahead by %s s is corrected by two prices 4 s apart', (seconds) => {
    const world = makeWorld();
    world.stream(5);
    world.step(seconds * SECOND);
    expect(world.known.skew.skewMs).toBe(0);
    world.stream(6);
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
  });

  it.each([65, -65])('correctly after it was %s s off is no longer corrected', (seconds) => {
    const world = makeWorld({ offMs: seconds * SECOND });
    world.stream(20);
    world.step(-seconds * SECOND);
    world.stream(6);
    expect(world.known.skew).toMatchObject({ skewMs: 0, isNoticed: false });
  });

  it('correctly before any evidence arrived is not corrected', () => {
    const world = makeWorld({ offMs: 120 * SECOND });
    world.step(-120 * SECOND);
    world.poll();
    expect(world.known.skew.skewMs).toBe(0);
  });

  it('ahead does not make the lag of a late service count as the jump', () => {
    const world = makeWorld();
    world.stream(5);
    world.step(2 * SECOND);
    world.lateMs = 100 * SECOND;
    world.stream(60);
    expect(world.known.skew.skewMs).toBe(0);
  });
});

describe('a computer that slept', () => {
  it('does not count as one whose clock was set', () => {
    const world = makeWorld();
    world.stream(5);
    world.sleep(8 * 3_600);
    world.stream(20);
    expect(world.known.skew).toMatchObject({ skewMs: 0, isNoticed: false, uncorrectedMs: null });
  });

  it('does not mistake buffered prices of a stream for a fast clock', () => {
    const world = makeWorld();
    world.stream(5);
    world.sleep(90);
    // Everything that was sent during the sleep arrives at once.
    for (let late = 90; late > 1; late -= 2) {
      world.lateMs = late * SECOND;
      world.poll(0.05);
      expect(world.known.skew.skewMs).toBe(0);
    }
    world.lateMs = 700;
    world.stream(10);
    expect(world.known.skew.skewMs).toBe(0);
  });
});

describe('a clock that is set between two workers', () => {
  it.each([-90, -65])('back by %s s is corrected by the first price', (seconds) => {
    const world = makeWorld();
    world.stream(5);
    world.restart(seconds * SECOND);
    world.poll(1);
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
  });

  it('never makes corrected time run backward', () => {
    const world = makeWorld();
    world.stream(5);
    const before = world.trueMs;
    world.restart(-90 * SECOND);
    expect(world.trueMs - world.errorMs).toBeLessThan(before + CLOSE_MS);
    expect(world.trueMs + world.offMs - world.known.skew.skewMs).toBeGreaterThanOrEqual(before);
  });

  it.each([65, 90])('ahead by %s s is corrected by three prices with a constant lag', (seconds) => {
    const world = makeWorld();
    world.stream(5);
    world.restart(seconds * SECOND);
    world.stream(12);
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
  });

  it('correctly again is no longer corrected after the first fresh price', () => {
    const world = makeWorld({ offMs: 65 * SECOND });
    world.stream(20);
    world.restart(-65 * SECOND);
    world.poll();
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
  });

  it('by years has no effect after the next prices', () => {
    const world = makeWorld();
    world.stream(5);
    world.restart(4 * 365 * 24 * HOUR);
    world.stream(12);
    world.restart(-4 * 365 * 24 * HOUR);
    world.stream(12);
    expect(world.known.skew).toMatchObject({ skewMs: 0, uncorrectedMs: null });
  });
});

it('a notice does not flicker around 10 s', () => {
  const isNoticed = (...seconds: number[]) =>
    seconds.reduce((skew, size) => withSkew(skew, size * SECOND, START_MS), UNKNOWN_SKEW).isNoticed;
  expect(isNoticed(10)).toBe(false);
  expect(isNoticed(11)).toBe(true);
  expect(isNoticed(11, 9)).toBe(true);
  expect(isNoticed(11, 8)).toBe(false);
  expect(isNoticed(11, 8, 9)).toBe(false);
  expect(isNoticed(-11, -9)).toBe(true);
});

describe('whatever happens to the clock and the service', () => {
  const event = fc.oneof(
    fc.record({ kind: fc.constant('poll' as const), by: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ kind: fc.constant('stream' as const), by: fc.integer({ min: 1, max: 15 }) }),
    fc.record({ kind: fc.constant('step' as const), by: fc.integer({ min: -400, max: 400 }) }),
    fc.record({ kind: fc.constant('restart' as const), by: fc.integer({ min: -400, max: 400 }) }),
    fc.record({ kind: fc.constant('sleep' as const), by: fc.integer({ min: 2, max: 20_000 }) }),
    fc.record({ kind: fc.constant('late' as const), by: fc.integer({ min: 0, max: 900 }) }),
  );
  const play = (world: ReturnType<typeof makeWorld>, kind: string, by: number): void => {
    if (kind === 'poll') world.poll(by);
    else if (kind === 'stream') world.stream(by);
    else if (kind === 'step') world.step(by * SECOND);
    else if (kind === 'restart') world.restart(by * SECOND);
    else if (kind === 'sleep') world.sleep(by);
    else world.lateMs = by * SECOND + 700;
  };

  it('no price gets an age below zero, and the correction stays within its limit', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const world = makeWorld();
        for (const { kind, by } of events) {
          play(world, kind, by);
          const { skewMs } = world.known.skew;
          expect(Math.abs(skewMs)).toBeLessThanOrEqual(24 * HOUR);
          expect(Number.isInteger(skewMs / SECOND)).toBe(true);
          expect(world.known.skew.latePrices.length).toBeLessThanOrEqual(4);
          if (kind !== 'poll' && kind !== 'stream') continue;
          const newest = world.known.run.newest * SECOND;
          const age = world.trueMs + world.offMs - skewMs - newest;
          expect(age).toBeGreaterThanOrEqual(-3 * SECOND);
        }
      }),
    );
  });
});

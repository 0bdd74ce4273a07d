import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNKNOWN_SKEW } from '@/lib/domain/prices/clock-skew.ts';
import { clockNotice } from '@/lib/domain/prices/clock-words.ts';
import { makeWorld, START_MS, type World } from './clock-world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

// Ages are whole seconds, and a price takes some time to arrive.
const CLOSE_MS = 2 * SECOND;

const noticeOf = (world: World): string | null => clockNotice(world.known.skew);
const seconds = (ms: number | null): number => Math.round((ms ?? 0) / SECOND);

describe('late signed prices', () => {
  it.each([0, 700, 1_400, 3_000])('of %s ms say nothing about the clock', (lateMs) => {
    const world = makeWorld({ lateMs });
    world.stream(60);
    expect(world.known.skew).toMatchObject({ skewMs: 0, uncorrectedMs: null });
    expect(noticeOf(world)).toBeNull();
  });

  it.each([12, 65, 290, 82_800])(
    'of %s s are not shown younger than they are, but raise the question',
    (late) => {
      const world = makeWorld({ lateMs: late * SECOND });
      world.stream(30);
      expect(world.errorMs).toBe(0);
      expect(seconds(world.known.skew.uncorrectedMs)).toBe(late);
      for (let count = 0; count < 5; count += 1) {
        world.restart();
        world.poll();
      }
      expect(world.errorMs).toBe(0);
      expect(noticeOf(world)).toMatch(/fast, or /);
    },
  );

  it.each([90, 300, 86_000])('are not shown younger after a sleep of %s s', (asleep) => {
    const world = makeWorld();
    world.stream(5);
    world.sleep(asleep);
    world.lateMs = asleep * SECOND + 700;
    world.stream(30);
    expect(world.errorMs).toBe(0);
  });

  it('do not raise the question after a fresh one', () => {
    const world = makeWorld();
    world.poll();
    world.lateMs = 65 * SECOND;
    for (let count = 0; count < 10; count += 1) world.poll();
    expect(world.known.skew.uncorrectedMs).toBeNull();
  });

  it('do not raise the question if their publish times stand still, or they fall behind', () => {
    const world = makeWorld();
    world.frozenAtMs = START_MS - 65 * SECOND;
    world.stream(60);
    for (let count = 0; count < 10; count += 1) world.poll();
    expect(world.known.skew).toMatchObject({ skewMs: 0, uncorrectedMs: null });
  });

  it('stop raising the question with the first fresh price', () => {
    const world = makeWorld({ lateMs: 10 * MINUTE });
    world.stream(30);
    expect(noticeOf(world)).not.toBeNull();
    const { skew } = world.known;
    world.stream(30);
    expect(world.known.skew).toEqual(skew);
    world.lateMs = 700;
    world.poll();
    expect(noticeOf(world)).toBeNull();
  });

  it('of more than 24 hours are mentioned, and cannot be corrected', () => {
    const world = makeWorld({ lateMs: 26 * HOUR });
    world.stream(30);
    world.say('fast');
    expect(world.known.skew).toMatchObject({ skewMs: 0, answeredMs: null });
    expect(noticeOf(world)).toMatch(/26 hours/);
  });
});

describe('a fast clock', () => {
  it.each([12, 65, 310])('of %s s is corrected once the user confirms it', (fast) => {
    const world = makeWorld({ offMs: fast * SECOND });
    world.say('fast');
    world.stream(4);
    expect(world.known.skew.uncorrectedMs).toBeNull();
    world.stream(8);
    expect(world.known.skew).toMatchObject({ skewMs: 0, uncorrectedMs: fast * SECOND });
    world.say('fast');
    expect(world.known.skew).toMatchObject({ skewMs: fast * SECOND, uncorrectedMs: null });
    expect(noticeOf(world)).toMatch(/ fast\. Pricelight corrects for this\.$/);
    world.say('fast');
    world.restart();
    world.stream(20);
    expect(world.known.skew.skewMs).toBe(fast * SECOND);
  });

  it('is suspected after three polls, even if each has a new worker', () => {
    const world = makeWorld({ offMs: 65 * SECOND });
    for (let count = 0; count < 3; count += 1) {
      world.restart();
      world.poll();
    }
    world.say('fast');
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
  });

  it('keeps its correction while nothing new is published, and while the computer sleeps', () => {
    const world = makeWorld({ offMs: 65 * SECOND });
    world.stream(20);
    world.say('fast');
    world.frozenAtMs = world.trueMs;
    world.poll(3_600);
    world.sleep(3_600);
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
    world.frozenAtMs = null;
    world.stream(20);
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
  });

  it('loses its correction for good when a signed price contradicts it', () => {
    const world = makeWorld({ lateMs: 65 * SECOND });
    world.stream(20);
    world.say('fast');
    world.lateMs = 700;
    world.poll();
    expect(world.known.skew).toMatchObject({ skewMs: 0, answeredMs: null });
    world.restart();
    world.lateMs = 65 * SECOND;
    world.poll();
    expect(world.errorMs).toBe(0);
  });

  it('loses its correction if the user withdraws it', () => {
    const world = makeWorld({ lateMs: 65 * SECOND });
    world.stream(20);
    world.say('fast');
    world.say('late');
    expect(world.known.skew).toMatchObject({ skewMs: 0, answeredMs: null });
    world.stream(20);
    expect(world.errorMs).toBe(0);
    expect(noticeOf(world)).toBeNull();
  });

  it('does not make the displayed ages jump', () => {
    const world = makeWorld({ offMs: 65.3 * SECOND });
    world.stream(20);
    world.say('fast');
    world.stream(20);
    const { skew } = world.known;
    for (let count = 0; count < 200; count += 1) {
      world.lateMs = 700 + ((count * 37) % 26) * 100;
      world.poll(0.4);
    }
    expect(world.known.skew).toEqual(skew);
  });
});

describe('late prices that the user knows about', () => {
  it('are asked about again only if the difference changes by much', () => {
    const world = makeWorld({ lateMs: 65 * SECOND });
    world.stream(20);
    world.say('late');
    world.restart();
    world.lateMs = 80 * SECOND;
    world.stream(20);
    expect(noticeOf(world)).toBeNull();
    world.restart();
    world.lateMs = 300 * SECOND;
    world.poll(300);
    world.stream(20);
    expect(noticeOf(world)).not.toBeNull();
    expect(world.errorMs).toBe(0);
  });
});

describe('unsigned prices', () => {
  it.each([65, 310])('raise the question if they are %s s late', (late) => {
    const world = makeWorld({ offMs: late * SECOND });
    world.isSigned = false;
    world.stream(12);
    expect(world.known.skew.skewMs).toBe(0);
    expect(noticeOf(world)).toMatch(/fast, or /);
    world.say('fast');
    world.stream(12);
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
    expect(world.known.skew.uncorrectedMs).toBeNull();
  });

  it('from the future correct nothing', () => {
    const world = makeWorld({ lateMs: -65 * SECOND });
    world.isSigned = false;
    world.stream(20);
    expect(world.known.skew).toEqual(UNKNOWN_SKEW);
  });

  it('say nothing beside signed ones', () => {
    const world = makeWorld();
    world.poll();
    world.isSigned = false;
    world.lateMs = 65 * SECOND;
    world.restart();
    const { skew } = world.known;
    world.stream(20);
    expect(world.known.skew).toBe(skew);
  });

  it('are forgotten as soon as there are signed ones', () => {
    const world = makeWorld({ lateMs: 65 * SECOND });
    world.isSigned = false;
    world.stream(20);
    world.isSigned = true;
    world.lateMs = 700;
    world.poll();
    expect(world.known.skew).toMatchObject({ uncorrectedMs: null, latePrices: [] });
  });
});

describe('a slow clock', () => {
  it.each([4, 65, 600, 7_200])('of %s s is corrected by the first signed price', (slow) => {
    const world = makeWorld({ offMs: -slow * SECOND });
    world.poll();
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
    expect(noticeOf(world) !== null).toBe(slow > 10);
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
    expect(noticeOf(world)).toBe(
      'Your computer’s clock is about 26 hours slow. Set your clock: until then, prices can’t be shown.',
    );
  });
});

describe('a clock that is set while the worker runs', () => {
  it.each([-90, -65, -5])('back by %s s is corrected at once', (step) => {
    const world = makeWorld();
    world.stream(5);
    world.step(step * SECOND);
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
    world.stream(20);
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
  });

  it.each([65, 90, 3_600])('ahead by %s s is corrected once the user confirms it', (step) => {
    const world = makeWorld();
    world.stream(5);
    world.step(step * SECOND);
    world.stream(12);
    expect(world.known.skew.skewMs).toBe(0);
    world.say('fast');
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
  });

  it.each([65, -65])('right after it was %s s off is no longer corrected', (off) => {
    const world = makeWorld({ offMs: off * SECOND });
    world.stream(20);
    world.say('fast');
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
    world.step(-off * SECOND);
    world.stream(6);
    expect(world.known.skew).toMatchObject({ skewMs: 0, uncorrectedMs: null, answeredMs: null });
  });

  it('back by more than it was fast is corrected at once', () => {
    const world = makeWorld({ offMs: 65 * SECOND });
    world.stream(20);
    world.say('fast');
    world.step(-40 * SECOND);
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
    world.step(-90 * SECOND);
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
  });

  it('right before any evidence arrived is not corrected', () => {
    const world = makeWorld({ offMs: 120 * SECOND });
    world.step(-120 * SECOND);
    world.poll();
    expect(world.known.skew.skewMs).toBe(0);
  });
});

describe('a computer that slept', () => {
  it('does not count as one whose clock was set', () => {
    const world = makeWorld();
    world.stream(5);
    world.sleep(8 * 3_600);
    world.stream(20);
    expect(world.known.skew).toMatchObject({ skewMs: 0, uncorrectedMs: null });
  });

  it('keeps the correction of a slow clock', () => {
    const world = makeWorld({ offMs: -65 * SECOND });
    world.stream(5);
    world.sleep(8 * 3_600);
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
    world.stream(5);
    expect(Math.abs(world.errorMs)).toBeLessThan(CLOSE_MS);
  });

  it('does not mistake buffered prices of a stream for a fast clock', () => {
    const world = makeWorld();
    world.stream(5);
    world.sleep(90);
    // Everything that was sent during the sleep arrives at once.
    for (let late = 90; late > 1; late -= 2) {
      world.lateMs = late * SECOND;
      world.poll(0.05);
      expect(world.known.skew).toMatchObject({ skewMs: 0, uncorrectedMs: null });
    }
    world.lateMs = 700;
    world.stream(10);
    expect(world.known.skew).toMatchObject({ skewMs: 0, uncorrectedMs: null });
  });
});

describe('a clock that is set between two workers', () => {
  it.each([-90, -65])('back by %s s is corrected by the first price', (step) => {
    const world = makeWorld();
    world.stream(5);
    world.restart(step * SECOND);
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

describe('whatever happens to the clock and the service', () => {
  const event = fc.oneof(
    fc.record({ kind: fc.constant('poll' as const), by: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ kind: fc.constant('stream' as const), by: fc.integer({ min: 1, max: 15 }) }),
    fc.record({ kind: fc.constant('step' as const), by: fc.integer({ min: -400, max: 400 }) }),
    fc.record({ kind: fc.constant('restart' as const), by: fc.integer({ min: -400, max: 400 }) }),
    fc.record({ kind: fc.constant('sleep' as const), by: fc.integer({ min: 2, max: 20_000 }) }),
    fc.record({ kind: fc.constant('late' as const), by: fc.integer({ min: 0, max: 900 }) }),
    fc.record({ kind: fc.constant('unsigned' as const), by: fc.integer({ min: -900, max: 900 }) }),
    fc.record({ kind: fc.constant('say' as const), by: fc.integer({ min: 0, max: 1 }) }),
  );
  const play = (world: World, kind: string, by: number): void => {
    world.isSigned = kind !== 'unsigned';
    if (kind === 'poll') world.poll(by);
    else if (kind === 'stream') world.stream(by);
    else if (kind === 'step') world.step(by * SECOND);
    else if (kind === 'restart') world.restart(by * SECOND);
    else if (kind === 'sleep') world.sleep(by);
    else if (kind === 'say') world.say(by === 0 ? 'fast' : 'late');
    else if (kind === 'late') world.lateMs = by * SECOND + 700;
    else {
      const { lateMs } = world;
      world.lateMs = by * SECOND;
      world.stream(12);
      world.lateMs = lateMs;
    }
  };

  it('no signed price gets an age below zero, and the correction stays within its limit', () => {
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

  it('unless the user says that the clock is fast, no price is shown younger than by the clock', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const world = makeWorld();
        for (const { kind, by } of events) {
          if (kind !== 'say') play(world, kind, by);
          expect(world.known.skew.skewMs).toBeLessThanOrEqual(0);
        }
      }),
    );
  });
});

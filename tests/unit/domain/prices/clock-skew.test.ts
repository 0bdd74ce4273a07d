import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clockAfterPrice,
  MAX_SKEW_MS,
  UNKNOWN_SKEW,
  withoutService,
  type ClockSkew,
} from '@/lib/domain/prices/clock-skew.ts';

/** 2026-11-21T00:00:00Z, unix milliseconds. */
const START_MS = 1_795_219_200_000;
const SECOND = 1_000;
const HOUR_MS = 3_600_000;

/** A computer whose clock may be wrong, and a service whose prices may be late. */
class World {
  trueMs = START_MS;
  known: ClockSkew = UNKNOWN_SKEW;
  #newest = -Infinity;
  offMs: number;
  lateMs: number;
  constructor(offMs = 0, lateMs = 700) {
    this.offMs = offMs;
    this.lateMs = lateMs;
  }
  /** The age that is shown for the newest price, minus its true age. */
  get errorMs() {
    return this.offMs - this.known.skewMs;
  }
  poll(times = 1, seconds = 30, publishedMs?: number) {
    for (let count = 0; count < times; count += 1) {
      this.trueMs += seconds * SECOND;
      const published = publishedMs ?? this.trueMs - this.lateMs;
      const publishTime = Math.floor(published / SECOND);
      const seen = { publishTime, receivedAtMs: this.trueMs + this.offMs };
      this.known = clockAfterPrice(this.known, seen, this.#newest);
      this.#newest = Math.max(this.#newest, publishTime);
    }
    return this.known;
  }
  /** Another worker remembers only what is stored. */
  restart() {
    this.#newest = -Infinity;
  }
}

describe('a slow clock', () => {
  it.each([-4 * SECOND, -65 * SECOND, -HOUR_MS, -23 * HOUR_MS])(
    'by %i ms is corrected by the first signed price, and stays so',
    (offMs) => {
      const world = new World(offMs);
      world.poll();
      expect(world.errorMs).toBeGreaterThanOrEqual(-SECOND);
      expect(world.errorMs).toBeLessThanOrEqual(0);
      const { skewMs } = world.poll(10);
      expect(world.errorMs).toBe(offMs - skewMs);
    },
  );

  it('makes no price look newer while nothing new is published', () => {
    const world = new World(-HOUR_MS);
    world.poll();
    const { trueMs, known } = world;
    world.poll(20, 30, trueMs - 700);
    expect(world.known).toEqual(known);
  });

  it('is no longer corrected once it is set right, even between two workers', () => {
    const world = new World(-HOUR_MS);
    world.poll();
    world.offMs = 0;
    world.restart();
    expect(world.poll().skewMs).toBe(0);
  });

  it('of more than a day is mentioned, and cannot be corrected', () => {
    const { skewMs, uncorrectedMs } = new World(-MAX_SKEW_MS - 5 * SECOND).poll();
    expect(skewMs).toBe(0);
    expect(uncorrectedMs).toBeLessThan(-MAX_SKEW_MS);
  });
});

describe('late prices, or a fast clock', () => {
  it.each([
    ['a fast clock', new World(65 * SECOND)],
    ['late prices', new World(0, 65 * SECOND)],
  ])('%s: nothing is corrected, and the third price says so', (_, world) => {
    expect(world.poll(2).uncorrectedMs).toBeNull();
    world.restart();
    const { skewMs, uncorrectedMs } = world.poll();
    expect(skewMs).toBe(0);
    expect([65 * SECOND, 66 * SECOND]).toContain(uncorrectedMs);
  });

  it('are mentioned after 8 s of a stream, and stored only then', () => {
    const world = new World(65 * SECOND);
    const states = new Set(Array.from({ length: 40 }, () => JSON.stringify(world.poll(1, 0.4))));
    expect(world.known.uncorrectedMs).not.toBeNull();
    expect(states.size).toBeLessThan(5);
  });

  it('are not mentioned while publish times stand still or prices fall behind', () => {
    const still = new World();
    still.poll();
    const { trueMs } = still;
    expect(still.poll(10, 30, trueMs - 700).uncorrectedMs).toBeNull();
    const behind = new World();
    for (let count = 0; count < 10; count += 1) {
      behind.lateMs += 15 * SECOND;
      behind.poll();
    }
    expect(behind.known.uncorrectedMs).toBeNull();
  });

  it('are no longer mentioned after the first fresh price, or with another service', () => {
    const world = new World(0, 65 * SECOND);
    expect(withoutService(world.poll(3)).uncorrectedMs).toBeNull();
    world.lateMs = 700;
    expect(world.poll()).toEqual(UNKNOWN_SKEW);
  });
});

it('whatever happens, no price looks newer than by the clock unless a signed one proves it', () => {
  const step = fc.record({
    offMs: fc.integer({ min: -100_000, max: 100_000 }),
    lateMs: fc.integer({ min: 0, max: 90_000 }),
    isNewWorker: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
      const world = new World();
      let least = 0;
      for (const { offMs, lateMs, isNewWorker } of steps) {
        if (isNewWorker) world.restart();
        Object.assign(world, { offMs, lateMs });
        const { skewMs } = world.poll();
        least = Math.min(least, Math.floor((offMs + lateMs) / SECOND) * SECOND);
        expect(skewMs).toBeLessThanOrEqual(0);
        expect(skewMs).toBeGreaterThanOrEqual(least - SECOND);
        // The price that just arrived is not from the future.
        const publishedMs = Math.floor((world.trueMs - lateMs) / SECOND) * SECOND;
        expect(world.trueMs + offMs - skewMs - publishedMs).toBeGreaterThan(-3 * SECOND);
      }
    }),
  );
});

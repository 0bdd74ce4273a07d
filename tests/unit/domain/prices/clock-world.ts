import { afterPrices } from '@/lib/domain/prices/clock-by-prices.ts';
import {
  afterAnswer,
  afterJump,
  resumeClock,
  type ClockKnowledge,
} from '@/lib/domain/prices/clock-run.ts';
import { UNKNOWN_SKEW, type ClockSkew } from '@/lib/domain/prices/clock-skew.ts';

/** 2026-11-21T00:00:00Z, unix milliseconds. */
export const START_MS = 1_795_219_200_000;

interface WorldOptions {
  /** Local clock minus true time, milliseconds. */
  offMs?: number;
  /** The age of the service's newest price when it answers, milliseconds. */
  lateMs?: number;
  stored?: ClockSkew;
}

/** Simulates a computer whose clock may be wrong and a price service that may be behind. */
export interface World {
  /** True time, unix milliseconds. */
  trueMs: number;
  offMs: number;
  lateMs: number;
  /** While set, all publish times have this value (unix milliseconds). */
  frozenAtMs: number | null;
  isSigned: boolean;
  readonly known: ClockKnowledge;
  /** The error of the correction in milliseconds; positive: ages are too large. */
  readonly errorMs: number;
  /** Lets time pass; the service answers once at the end. */
  poll: (seconds?: number) => void;
  /** The service answers every 0.4 s for this many seconds. */
  stream: (seconds: number) => void;
  /** The local clock is moved by `ms` while the worker is running. */
  step: (ms: number) => void;
  /** The user says what the suspicion is about. */
  say: (answer: 'fast' | 'late') => void;
  /** The computer sleeps, and the monotonic clock stops. */
  sleep: (seconds: number) => void;
  /** The worker dies and another one starts. The local clock is set in between. */
  restart: (stepMs?: number) => void;
}

export function makeWorld({ offMs = 0, lateMs = 700, stored }: WorldOptions = {}): World {
  let known = resumeClock(stored ?? UNKNOWN_SKEW, {
    nowMs: START_MS + offMs,
    pastMs: 0,
    newest: -Infinity,
  });
  let askedAtMs = 0;
  const now = (): number => world.trueMs + world.offMs;
  const answer = (): void => {
    const published = Math.min(world.trueMs - world.lateMs, world.frozenAtMs ?? Infinity);
    askedAtMs = now();
    known = afterPrices(known, {
      publishTime: Math.floor(published / 1_000),
      receivedAtMs: now(),
      isSigned: world.isSigned,
    });
  };
  const world: World = {
    trueMs: START_MS,
    offMs,
    lateMs,
    frozenAtMs: null,
    isSigned: true,
    get known() {
      return known;
    },
    get errorMs() {
      return world.offMs - known.skew.skewMs;
    },
    poll(seconds = 30) {
      world.trueMs += seconds * 1_000;
      answer();
    },
    stream(seconds) {
      for (let passed = 0; passed < seconds; passed += 0.4) world.poll(0.4);
    },
    step(ms) {
      world.offMs += ms;
      known = afterJump(known, ms, now());
    },
    say(said) {
      known = afterAnswer(known, said, now());
    },
    sleep(seconds) {
      world.trueMs += seconds * 1_000;
      known = afterJump(known, seconds * 1_000, now());
    },
    restart(stepMs = 0) {
      world.offMs += stepMs;
      const { skew, run } = known;
      const { newest } = run;
      known = resumeClock(skew, { nowMs: now(), pastMs: askedAtMs, newest });
    },
  };
  return world;
}

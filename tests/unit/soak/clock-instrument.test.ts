import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeClockSteppable } from '../../soak/clock-instrument.ts';

const KEY = 'offset';
const TRUE_NOW = 1_800_000_000_000;

type Items = Record<string, unknown>;

let answer: (items: Items) => void;
let announce: (changes: Record<string, { newValue?: unknown }>) => void;
const TrueDate = Date;
const trueTemporalNow = Object.getOwnPropertyDescriptors(Temporal.Now);

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(TRUE_NOW);
  const session = {
    get: (_key: string, callback: (items: Items) => void) => {
      answer = callback;
    },
    onChanged: {
      addListener: (listener: typeof announce) => {
        announce = listener;
      },
    },
  };
  vi.stubGlobal('chrome', { storage: { session } });
  makeClockSteppable(KEY);
});

afterEach(() => {
  globalThis.Date = TrueDate;
  Object.defineProperties(Temporal.Now, trueTemporalNow);
  // The prototype has the true one.
  Reflect.deleteProperty(performance, 'now');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function times(): number[] {
  return [
    Date.now(),
    new Date().getTime(),
    Temporal.Now.instant().epochMilliseconds,
    Temporal.Now.zonedDateTimeISO('UTC').epochMilliseconds,
    Temporal.Now.plainDateTimeISO('UTC').toZonedDateTime('UTC').epochMilliseconds,
  ];
}

it('leaves the clock as it is until an offset is known', () => {
  answer({});
  expect(new Set(times())).toEqual(new Set([TRUE_NOW]));
});

it('steps every way to ask for the time, and only these', () => {
  answer({});
  const monotonic = performance.now();
  announce({ [KEY]: { newValue: 90_000 } });
  expect(new Set(times())).toEqual(new Set([TRUE_NOW + 90_000]));
  expect(Date()).toBe(new Date(TRUE_NOW + 90_000).toString());
  expect(new Date(5).getTime()).toBe(5);
  expect(new Date() instanceof Date).toBe(true);
  expect(Math.abs(performance.now() - monotonic)).toBeLessThan(60_000);
  announce({ other: { newValue: 1 } });
  expect(Date.now()).toBe(TRUE_NOW + 90_000);
  announce({ [KEY]: {} });
  expect(Date.now()).toBe(TRUE_NOW);
});

it('moves the monotonic clock together with the local one when a script starts', () => {
  const before = performance.now();
  answer({ [KEY]: -90_000 });
  expect(Date.now()).toBe(TRUE_NOW - 90_000);
  expect(performance.now() - before).toBeLessThan(-60_000);
});

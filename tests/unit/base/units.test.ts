import { expect, expectTypeOf, it } from 'vitest';
import { feedIdSchema, timeMs, unixMilliseconds, unixSeconds, z } from '@/lib/base/zod.ts';
import {
  toMilliseconds,
  toSeconds,
  type FeedId,
  type UnixMilliseconds,
  type UnixSeconds,
} from '@/lib/base/units.ts';

// The types are checked by `tsc`, not by the test run.
it('does not accept seconds as milliseconds, nor the other way around', () => {
  expectTypeOf<UnixSeconds>().not.toExtend<UnixMilliseconds>();
  expectTypeOf<UnixMilliseconds>().not.toExtend<UnixSeconds>();
  expectTypeOf<UnixSeconds | null>().not.toExtend<UnixMilliseconds | null>();
  expectTypeOf<(time: UnixMilliseconds) => void>().not.toExtend<(time: UnixSeconds) => void>();
});

it('accepts a plain number as either', () => {
  expectTypeOf<number>().toExtend<UnixSeconds>();
  expectTypeOf<number>().toExtend<UnixMilliseconds>();
});

it('gives parsed values their unit', () => {
  const schema = z.object({
    id: feedIdSchema,
    publishTime: unixSeconds,
    receivedAt: unixMilliseconds,
    at: timeMs,
  });
  type Price = z.infer<typeof schema>;

  expectTypeOf<Price['id']>().toEqualTypeOf<FeedId>();
  expectTypeOf<Price['publishTime']>().toEqualTypeOf<UnixSeconds>();
  expectTypeOf<Price['receivedAt']>().toEqualTypeOf<UnixMilliseconds>();
  expectTypeOf<Price['at']>().toEqualTypeOf<UnixMilliseconds>();
});

it('keeps fractions of a second when converting', () => {
  expect(toSeconds(1_763_709_615_250)).toBe(1_763_709_615.25);
  expect(toMilliseconds(1_763_709_615.25)).toBe(1_763_709_615_250);
});

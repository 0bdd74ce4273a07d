import { expect, it } from 'vitest';
import {
  isQuestion,
  isUnanswered,
  MAX_SKEW_MS,
  needsNotice,
} from '@/lib/domain/prices/clock-skew.ts';
import { roughDuration } from '@/lib/domain/prices/clock-words.ts';

it.each([
  [-119_000, '119 seconds'],
  [120_000, '2 minutes'],
  [7_140_000, '119 minutes'],
  [7_200_000, '2 hours'],
  [-169_200_000, '47 hours'],
  [172_800_000, '2 days'],
])('%i ms are about %s', (ms, text) => {
  expect(roughDuration(ms)).toBe(text);
});

it.each([-1, 1])('a corrected clock is mentioned from more than 10 s on, %i', (sign) => {
  const corrected = (skewMs: number) => ({ skewMs, uncorrectedMs: null, dismissedMs: null });
  expect(needsNotice(corrected(sign * 10_000))).toBe(false);
  expect(needsNotice(corrected(sign * 11_000))).toBe(true);
});

it('an answer counts for differences of up to 30 s from the one that was answered', () => {
  const skew = { skewMs: 0, uncorrectedMs: 65_000, dismissedMs: 95_000 };
  expect(isUnanswered(skew)).toBe(false);
  expect(isUnanswered({ ...skew, dismissedMs: 35_000 })).toBe(false);
  expect(isUnanswered({ ...skew, dismissedMs: 95_001 })).toBe(true);
  expect(isUnanswered({ ...skew, dismissedMs: null })).toBe(true);
  expect(isUnanswered({ ...skew, uncorrectedMs: null })).toBe(false);
});

it('the user is asked about up to 24 hours', () => {
  const asks = [null, -1_000, 0, 1_000, MAX_SKEW_MS, MAX_SKEW_MS + 1].map((uncorrectedMs) =>
    isQuestion({ uncorrectedMs }),
  );
  expect(asks).toEqual([false, false, false, true, true, false]);
});

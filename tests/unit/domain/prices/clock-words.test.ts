import { expect, it } from 'vitest';
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

import { expect, it } from 'vitest';
import { clockNotice, roughDuration } from '@/lib/domain/prices/clock-words.ts';

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

it.each([
  [0, null, null],
  [-10_000, null, null],
  [-11_000, null, 'Your computer’s clock is about 11 seconds slow. Pricelight corrects for this.'],
  [
    0,
    65_000,
    'Your computer’s clock seems 65 seconds fast, or prices arrive 65 seconds late. Check your clock: the ages of prices aren’t corrected.',
  ],
  [
    0,
    -200_000_000,
    'Your computer’s clock is about 2 days slow. Set your clock: until then, prices can’t be shown.',
  ],
])(
  'a clock that is off by %i ms, and %i ms that nothing explains',
  (skewMs, uncorrectedMs, words) => {
    expect(clockNotice({ skewMs, uncorrectedMs })).toBe(words);
  },
);

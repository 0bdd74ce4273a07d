import { expect, it, vi } from 'vitest';
import { formatTimeAgo } from '@/lib/base/locale/format-ago.ts';
import { formatDuration } from '@/lib/base/locale/format-duration.ts';
import { readLocale } from '../../../tools/locale-texts.ts';
import { setLocale } from './set-locale.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

it.each([
  [-4_000, '0 seconds ago'],
  [12_900, '12 seconds ago'],
  [MINUTE, '1 minute ago'],
  [HOUR - 1, '59 minutes ago'],
  [HOUR, '1 hour ago'],
  [24 * HOUR - 1, '23 hours ago'],
  [49 * HOUR, '2 days ago'],
])('%d ms ago is cut off to a whole unit', (ms, text) => {
  expect(formatTimeAgo(ms)).toBe(text);
});

it.each([
  [45, '45 seconds'],
  [60, '1 minute'],
  [90, '90 seconds'],
  [900, '15 minutes'],
  [7_200, '2 hours'],
  [86_400, '24 hours'],
  [172_800, '2 days'],
])('%d s is a duration in one unit', (seconds, text) => {
  expect(formatDuration(seconds, 'long').replace('\u00a0', ' ')).toBe(text);
});

it.each([
  ['ja', ['12秒前', '5分', '3時間', '2時間']],
  ['zh-CN', ['12 秒钟前', '5 分钟', '3 小时', '2 小时']],
])('spaces units in %s as its messages do', async (language, texts) => {
  vi.resetModules();
  setLocale(readLocale(language), language);
  const [ago, duration, age, format] = await Promise.all([
    import('@/lib/base/locale/format-ago.ts'),
    import('@/lib/base/locale/format-duration.ts'),
    import('@/lib/domain/prices/age.ts'),
    import('@/lib/base/locale/format.ts'),
  ]);
  const all = [
    ago.formatTimeAgo(12_000),
    duration.formatDuration(300),
    age.formatSpan(3 * HOUR),
    format.formatUnit({ hours: 2 }, 'long'),
  ];
  expect(all.map((text) => text.replace('\u00a0', ' '))).toEqual(texts);
});

import { describe, expect, it, vi } from 'vitest';
import { watchDates, type DateSeen } from '@/lib/domain/connection/date-header.ts';

const DATE = 'Sat, 21 Nov 2026 00:00:00 GMT';

async function seenOf(headers: Record<string, string>) {
  const onDate = vi.fn();
  const fetch = watchDates(async () => new Response('{}', { headers }), onDate);
  const response = await fetch('https://prices.example/', {});
  expect(await response.text()).toBe('{}');
  return onDate.mock.calls.map(([seen]) => seen as DateSeen);
}

describe('the Date header', () => {
  it('is reported with its time of arrival', async () => {
    const before = Date.now();
    const [seen] = await seenOf({ date: DATE });
    expect(seen?.dateMs).toBe(Date.UTC(2026, 10, 21));
    expect(seen?.receivedAtMs).toBeGreaterThanOrEqual(before);
    expect(seen?.durationMs).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ['is missing', {}],
    ['is not a date', { date: 'soon' }],
    ['is a number', { date: '-5' }],
    ['has another format', { date: '2026-11-21T00:00:00Z' }],
    ['is not a calendar day', { date: 'Sat, 99 Nov 2026 00:00:00 GMT' }],
    ['comes from a cache', { date: DATE, age: '30' }],
  ])('that %s is not reported', async (_what, headers) => {
    expect(await seenOf(headers as Record<string, string>)).toEqual([]);
  });

  it('does not hide a failure from the caller', async () => {
    const fetch = watchDates(() => Promise.reject(new TypeError('Failed to fetch')), vi.fn());
    await expect(fetch('https://prices.example/', {})).rejects.toThrow('Failed to fetch');
  });
});

import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { holidayLines, weekLines } from '@/components/detail/hours-words.ts';
import { parseSchedule, type Schedule } from '@/lib/prices/schedule-grammar.ts';
import { followedFeeds } from '@/lib/storage/catalogue.ts';
import { BTC } from '../popup/popup-page.tsx';
import { openDetail, region, termText } from './detail-page.tsx';

vi.mock('@/components/detail/draw-chart.ts', () => ({ drawChart: vi.fn() }));

const SCHEDULE =
  'America/New_York;0930-1600,0930-1600,O,0000-1700&1800-2400,0930-1600,C,C;1225/C,1127/0930-1300,0229/C';
const schedule = parseSchedule({ schedule: SCHEDULE }) as Schedule;

describe('the weekly hours', () => {
  it('are listed day by day', () => {
    expect(weekLines(schedule).map(({ hours }) => hours)).toEqual([
      '09:30–16:00',
      '09:30–16:00',
      'all day',
      '00:00–17:00, 18:00–24:00',
      '09:30–16:00',
      'closed',
      'closed',
    ]);
    expect(weekLines(schedule)[0]?.day).toBe('Monday');
  });

  it('list holidays and half days in chronological order', () => {
    const now = Temporal.Instant.from('2026-12-01T12:00:00Z');
    expect(holidayLines(schedule, now)).toEqual([
      { day: 'Fri, Dec 25', hours: 'closed' },
      { day: 'Sun, Feb 28', hours: 'closed' },
      { day: 'Sat, Nov 27', hours: '09:30–13:00' },
    ]);
  });
});

it('shows the market’s state, next changes, time zone and weekly hours', async () => {
  const names = await followedFeeds.getValue();
  await followedFeeds.setValue({ ...names, [BTC]: { ...names[BTC], schedule: SCHEDULE } });
  await openDetail(BTC);
  expect(termText('Now')).toMatch(/^(Open|Closed)/);
  expect(termText('Next opening')).toMatch(/there\)$/);
  expect(termText('Next closing')).toMatch(/there\)$/);
  expect(termText('Its time zone')).toBe('America/New_York');
  expect(region('Market hours').getByText('00:00–17:00, 18:00–24:00')).toBeInTheDocument();
  expect(screen.getByText('Other hours on')).toBeInTheDocument();
});

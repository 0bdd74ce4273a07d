import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { holidayLines, weekLines } from '@/components/detail/facts/market-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { parseSchedule, type Schedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { BTC } from '../popup/popup-page.tsx';
import { openDetail, region, termText } from './detail-page.tsx';

const SCHEDULE =
  'America/New_York;0930-1600,0930-1600,O,0000-1700&1800-2400,0930-1600,C,C;1225/C,1127/0930-1300,0229/C';
const schedule = parseSchedule({ schedule: SCHEDULE }) as Schedule;

describe('the weekly hours', () => {
  it('are listed day by day', () => {
    expect(weekLines(schedule).map(({ hours }) => withPlainSpaces(hours))).toEqual([
      '9:30 AM – 4:00 PM',
      '9:30 AM – 4:00 PM',
      'Open all day',
      '12:00 AM – 5:00 PM and 6:00 PM – 12:00 AM',
      '9:30 AM – 4:00 PM',
      'Closed',
      'Closed',
    ]);
    expect(weekLines(schedule)[0]?.day).toBe('Monday');
  });

  it('list holidays and half days in chronological order', () => {
    const now = Temporal.Instant.from('2026-12-01T12:00:00Z');
    const lines = holidayLines(schedule, now);
    expect(lines.map(({ day, hours }) => ({ day, hours: withPlainSpaces(hours) }))).toEqual([
      { day: 'Fri, Dec 25', hours: 'Closed' },
      { day: 'Sun, Feb 28', hours: 'Closed' },
      { day: 'Sat, Nov 27', hours: '9:30 AM – 1:00 PM' },
    ]);
  });
});

it('shows until when the market is open or closed, and the hours of the week', async () => {
  const names = await followedFeeds.getValue();
  await followedFeeds.setValue({ ...names, [BTC]: { ...names[BTC], schedule: SCHEDULE } });
  await openDetail(BTC);
  expect(withPlainSpaces(termText(t('marketHours.market')))).toMatch(
    /^(Open until|Closed\. Opens|Closed for a holiday\. Opens) .*\d+:\d\d [AP]M/,
  );
  const hours = region(t('marketHours.title'));
  expect(hours.getByText('12:00 AM – 5:00 PM and 6:00 PM – 12:00 AM')).toBeInTheDocument();
  expect(hours.getByText(t('marketHours.weekHint', { timeZone: 'ET' }))).toBeInTheDocument();
  expect(screen.getByText(t('marketHours.exceptions'))).toBeInTheDocument();
});

it('shows no hours of a market that is always open', async () => {
  await openDetail(BTC);
  expect(termText(t('marketHours.market'))).toBe('Always open');
  expect(screen.queryByText(t('marketHours.title'))).toBeNull();
});

/** Intl separates a time from AM or PM by a narrow no-break space. */
function withPlainSpaces(text: string): string {
  return text.replaceAll('\u202F', ' ');
}

import { describe, expect, it } from 'vitest';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { isMalformed, parseSchedule, type Schedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { recordedSchedules } from './shared-data.ts';

const ALL = 'O,O,O,O,O,O,O';
const inherited: FeedAttributes = Object.create({ schedule: 'GMT;C,C,C,C,C,C,C' });

function read(schedule: string): Schedule {
  const parsed = parseSchedule({ schedule });
  if (isMalformed(parsed)) throw new TypeError(`malformed: ${schedule}`);
  return parsed;
}

describe('parseSchedule', () => {
  it('reads zone, week and holidays', () => {
    const { timeZone, days, holidays, alwaysOpen } = read(
      'Asia/Tokyo;0900-1130&1230-1530,O,C,C,C,C,C;0101/C,1231/0900-1130,0102/O',
    );
    expect(timeZone).toBe('Asia/Tokyo');
    expect(days[0]).toEqual([
      { from: 540, until: 690 },
      { from: 750, until: 930 },
    ]);
    expect(days[1]).toEqual([{ from: 0, until: 1440 }]);
    expect(days[6]).toEqual([]);
    expect([...holidays.keys()]).toEqual(['0101', '1231', '0102']);
    expect(holidays.get('1231')).toEqual([{ from: 540, until: 690 }]);
    expect(alwaysOpen).toBe(false);
  });

  it.each([
    ['no holidays', `America/New_York;${ALL};`],
    ['no third part', `America/New_York;${ALL}`],
    ['spaces', ` America/New_York ; O, O ,O,O,O,O,O ; `],
    ['a zone without a slash', `Israel;${ALL};`],
    ['an open holiday', `GMT;${ALL};0704/O`],
  ])('accepts %s', (_, text) => {
    expect(read(text).alwaysOpen).toBe(true);
  });

  it('reads 2400 and a closing time of 0000 as the end of the day', () => {
    const [monday, tuesday] = read('GMT;1700-2400,1700-0000,C,C,C,C,C').days;
    expect(monday).toEqual([{ from: 1020, until: 1440 }]);
    expect(tuesday).toEqual(monday);
  });

  it('sorts sessions and joins those that touch or overlap', () => {
    const [monday] = read('GMT;1200-1500&0900-1200&1400-1600&1800-1900,C,C,C,C,C,C').days;
    expect(monday).toEqual([
      { from: 540, until: 960 },
      { from: 1080, until: 1140 },
    ]);
  });

  it('uses the last of two entries for one holiday', () => {
    expect(read(`GMT;${ALL};0101/C,0101/0900-1000`).holidays.get('0101')).toHaveLength(1);
  });

  it.each([
    ['no days', 'America/New_York'],
    ['six days', 'GMT;O,O,O,O,O,O'],
    ['eight days', `GMT;${ALL},O`],
    ['an unknown day', 'GMT;O,O,O,O,O,O,X'],
    ['an unknown zone', `Atlantis/Capital;${ALL}`],
    ['no zone', `;${ALL}`],
    ['an offset as the zone', `+05:00;${ALL}`],
    ['a date-time as the zone', `2020-01-01T00:00[Europe/Paris];${ALL}`],
    ['an hour after the end of the day', 'GMT;0900-2500,O,O,O,O,O,O'],
    ['a time after 2400', 'GMT;0900-2401,O,O,O,O,O,O'],
    ['a minute above 59', 'GMT;0960-1000,O,O,O,O,O,O'],
    ['a session that ends before it starts', 'GMT;1000-0900,O,O,O,O,O,O'],
    ['an empty session', 'GMT;1000-1000,O,O,O,O,O,O'],
    ['three times', 'GMT;0900-1000-1100,O,O,O,O,O,O'],
    ['a short time', 'GMT;900-1600,O,O,O,O,O,O'],
    ['an empty part', 'GMT;0900-1000&,O,O,O,O,O,O'],
    ['month 13', `GMT;${ALL};1301/C`],
    ['the 30th of February', `GMT;${ALL};0230/C`],
    ['day 0', `GMT;${ALL};0100/C`],
    ['a holiday without hours', `GMT;${ALL};0101`],
    ['one malformed holiday among valid ones', `GMT;${ALL};0101/C,0102/X`],
    ['a fourth part', `GMT;${ALL};;O`],
    ['a huge text', `GMT;${ALL};${'0101/C,'.repeat(100_000)}`],
  ])('returns the raw text for %s', (_, text) => {
    expect(parseSchedule({ schedule: text })).toEqual({ malformed: text });
  });

  it('allows the 29th of February', () => {
    expect(read(`GMT;${ALL};0229/C`).holidays.has('0229')).toBe(true);
  });

  it('reads the deprecated weekly schedule if there is no schedule', () => {
    const weekly = 'America/New_York,9:30-16:00,9:30-16:00,O,C,C,C,C';
    const parsed = parseSchedule({ weekly_schedule: weekly });
    expect(!isMalformed(parsed) && parsed.days[0]).toEqual([{ from: 570, until: 960 }]);
    expect(parseSchedule({ weekly_schedule: weekly, schedule: `GMT;${ALL}` })).toMatchObject({
      alwaysOpen: true,
    });
    expect(parseSchedule({ weekly_schedule: 'GMT,9.30-16' })).toHaveProperty('malformed');
  });

  it.each([
    ['no attributes', undefined],
    ['no schedule', {}],
    ['an empty schedule', { schedule: ' ' }],
    ['an inherited schedule', inherited],
  ])('is always open with %s', (_, attributes) => {
    expect(parseSchedule(attributes)).toMatchObject({ alwaysOpen: true });
  });

  it('returns the same object for equal texts', () => {
    const text = `Europe/London;${ALL};1225/C`;
    expect(parseSchedule({ schedule: text })).toBe(parseSchedule({ schedule: text }));
  });

  it('reads every schedule of the recorded catalog', (context) => {
    const texts = recordedSchedules(context);
    expect(texts).toHaveLength(51);
    const unread = texts.filter((schedule) => isMalformed(parseSchedule({ schedule })));
    expect(unread).toEqual([]);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { marketSentence, marketTime } from '@/components/detail/facts/market-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { parseSchedule, type Schedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { readLocale } from '../../tools/locale-texts.ts';
import { setLocale } from '../../unit/base/locale/set-locale.ts';
import { BTC } from '../popup/popup-page.tsx';
import { openDetail, termText } from './detail-page.tsx';

const NEW_YORK = 'America/New_York';
const BERLIN = 'Europe/Berlin';

const STOCKS_HOURS = `${NEW_YORK};0930-1600,0930-1600,0930-1600,0930-1600,0930-1600,C,C;1126/C,1127/0930-1300`;
const STOCKS = scheduleOf(STOCKS_HOURS);
const MONDAYS = scheduleOf(`${NEW_YORK};0930-1600,C,C,C,C,C,C;`);

function scheduleOf(schedule: string): Schedule {
  return parseSchedule({ schedule }) as Schedule;
}

const at = (text: string): number => Temporal.Instant.from(text).epochMilliseconds;
// Intl separates a time from AM or PM by a narrow no-break space.
const plain = (text: string | null): string | null => text?.replaceAll('\u202F', ' ') ?? null;

describe('what a market does now', () => {
  it.each([
    ['2026-11-20T18:00Z', NEW_YORK, 'Open until 4:00 PM', null],
    ['2026-11-20T18:00Z', BERLIN, 'Open until 10:00 PM', '4:00 PM ET'],
    ['2026-11-20T18:00Z', 'America/Toronto', 'Open until 4:00 PM', null],
    ['2026-11-22T18:00Z', NEW_YORK, 'Closed. Opens Monday, 9:30 AM', null],
    ['2026-11-23T12:00Z', NEW_YORK, 'Closed. Opens 9:30 AM', null],
    ['2026-11-22T18:00Z', 'Pacific/Auckland', 'Closed. Opens Tuesday, 3:30 AM', 'Mon, 9:30 AM ET'],
    ['2026-11-26T18:00Z', NEW_YORK, 'Closed for a holiday. Opens Friday, 9:30 AM', null],
    ['2026-11-27T15:00Z', BERLIN, 'Open until 7:00 PM', '1:00 PM ET'],
  ])('at %s in %s', (now, zone, sentence, time) => {
    expect(plain(marketSentence(STOCKS, at(now), zone))).toBe(sentence);
    expect(plain(marketTime(STOCKS, at(now), zone))).toBe(time);
  });

  // Europe's clocks change a week after those of New York in autumn, and two weeks before in spring.
  it.each([
    ['Europe’s clocks have changed', '2026-10-25T12:00Z', '2:30 PM'],
    ['both have', '2026-11-01T12:00Z', '3:30 PM'],
    ['New York’s clocks have changed', '2027-03-14T12:00Z', '2:30 PM'],
    ['both have again', '2027-03-28T12:00Z', '3:30 PM'],
  ])('on the Sunday when %s', (_, now, time) => {
    expect(plain(marketSentence(STOCKS, at(now), BERLIN))).toBe(`Closed. Opens Monday, ${time}`);
    expect(plain(marketTime(STOCKS, at(now), BERLIN))).toBe('9:30 AM ET');
  });

  it('names the date of a change that is a week away', () => {
    const evening = at('2026-11-23T22:00Z');
    expect(plain(marketSentence(MONDAYS, evening, NEW_YORK))).toBe(
      'Closed. Opens Mon, Nov 30, 9:30 AM',
    );
  });

  it('needs no time if it never changes', () => {
    const never = scheduleOf(`${NEW_YORK};C,C,C,C,C,C,C;`);
    expect(marketSentence(never, at('2026-11-20T18:00Z'))).toBe('Closed');
    expect(marketTime(never, at('2026-11-20T18:00Z'), BERLIN)).toBeNull();
    const always = scheduleOf(`${NEW_YORK};O,O,O,O,O,O,O;`);
    expect(marketSentence(always, at('2026-11-20T18:00Z'))).toBe('Always open');
    expect(marketTime(always, at('2026-11-20T18:00Z'), BERLIN)).toBeNull();
  });
});

it('stands in the details, in the user’s time', async () => {
  const names = await followedFeeds.getValue();
  await followedFeeds.setValue({ ...names, [BTC]: { ...names[BTC], schedule: STOCKS_HOURS } });
  await openDetail(BTC);
  expect(plain(termText(t('marketHours.market')))).toMatch(
    /^(Open until|Closed\. Opens|Closed for a holiday\. Opens) .*\d+:\d\d [AP]M/,
  );
});

describe('in the words and the clock of another language', () => {
  it.each([
    ['de', 'Geschlossen. Öffnet Montag, 15:30', '09:30 New York (Ortszeit)'],
    ['ja', '閉場中（月曜日 23:30に取引開始）', '9:30 ニューヨーク時間'],
  ])('%s', async (language, sentence, time) => {
    // Formatters are cached for the life of a page.
    vi.resetModules();
    setLocale(readLocale(language), language);
    const words = await import('@/components/detail/facts/market-words.ts');
    const zone = language === 'ja' ? 'Asia/Tokyo' : BERLIN;
    expect(words.marketSentence(STOCKS, at('2026-11-21T18:00Z'), zone)).toBe(sentence);
    expect(words.marketTime(STOCKS, at('2026-11-21T18:00Z'), zone)).toBe(time);
  });
});

it('reads from right to left in Arabic, where the day comes before the time', async () => {
  vi.resetModules();
  setLocale(readLocale('ar'), 'ar');
  const words = await import('@/components/detail/facts/market-words.ts');
  // Without the mark, the isolated time would have no letter of its own and run left to right.
  expect(words.marketSentence(STOCKS, at('2026-11-22T18:00Z'), BERLIN)).toContain(
    '\u2068\u200F\u2068الاثنين\u2069، \u2068',
  );
});

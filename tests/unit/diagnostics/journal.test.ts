import { expect, it } from 'vitest';
import { journalEventSchema, type JournalEvent } from '@/lib/diagnostics/journal-event.ts';
import { journalWords } from '@/lib/diagnostics/journal-words.ts';
import { journal } from '@/lib/storage/diagnostics.ts';

const CLOCK = { kind: 'clock', skewMs: 0, isNoticed: false, uncorrectedMs: null } as const;
const UNCAUGHT = { kind: 'uncaught', errorName: 'TypeError', message: 'Wrong.' } as const;

const CROSSING = {
  what: { kind: 'crosses', direction: 'above', level: '65000' },
  price: { price: '6500012', conf: '120', expo: -2, publishTime: 1_795_000_000, slot: 7 },
} as const;

const WORDS: [JournalEvent, string][] = [
  [{ kind: 'connection', state: 'live', reason: null }, 'Connection: live'],
  [
    { kind: 'connection', state: 'offline', reason: { code: 'timeout' } },
    'Connection: offline, The price service did not answer in time.',
  ],
  [{ kind: 'stream-opened', feedCount: 5, isLean: false }, 'A stream of 5 feeds opened.'],
  [{ kind: 'stream-opened', feedCount: 5, isLean: true }, 'A lean stream of 5 feeds opened.'],
  [
    { kind: 'stream-broke', reason: { code: 'unreachable' } },
    'The stream broke off: The price service cannot be reached.',
  ],
  [
    { kind: 'stream-ended', reason: { code: 'unreachable' } },
    'The stream ended: The price service cannot be reached.',
  ],
  [
    { kind: 'not-stored', reason: { code: 'prices-not-stored' } },
    'The browser does not store the prices: its storage may be full. The badge goes on; remove feeds or free disk space for the rest.',
  ],
  [
    { ...CLOCK, skewMs: -90_000, isNoticed: true, isConfirmed: true },
    'Your computer’s clock is about 90 s slow. Ages are corrected.',
  ],
  [{ ...CLOCK, isConfirmed: true }, 'Your computer’s clock agrees with the prices again.'],
  [
    { ...CLOCK, isConfirmed: false },
    'Whether your computer’s clock is right is not known any more.',
  ],
  [{ ...UNCAUGHT, isRejection: false }, 'Uncaught TypeError: Wrong.'],
  [{ ...UNCAUGHT, isRejection: false, errorName: null }, 'Uncaught error: Wrong.'],
  [{ ...UNCAUGHT, isRejection: true }, 'Unhandled rejection, TypeError: Wrong.'],
  [{ ...UNCAUGHT, isRejection: true, errorName: null, message: null }, 'Unhandled rejection'],
  [
    { kind: 'alert-fired', symbol: 'BTC/USD', firing: { ...CROSSING, missed: false } },
    'Alert fired: BTC/USD rose above 65,000 · 65,000.12 ±1.20',
  ],
  [
    { kind: 'alert-fired', symbol: 'BTC/USD', firing: { ...CROSSING, price: null, missed: true } },
    'Alert missed: BTC/USD rose above 65,000 · Happened while offline',
  ],
  [{ kind: 'more-alerts-fired', count: 7 }, '7 more fired with them.'],
  [{ kind: 'alerts-delivered', delivery: 'held', count: 1 }, '1 × Held by quiet hours'],
  [{ kind: 'alerts-delivered', delivery: 'badge', count: 2 }, '2 × Shown on the badge only'],
  [
    {
      kind: 'alert-suspended',
      symbol: 'BTC/USD',
      trigger: { kind: 'crosses', direction: 'above', level: '65000' },
      reason: 'crowded',
    },
    'Alert suspended: BTC/USD · Rises above 65,000. It triggered again while thousands of notifications were waiting. Before you reactivate it, consider a longer cooldown or a larger reset distance.',
  ],
  [{ kind: 'notifications', problem: null }, 'Notifications reach the user again.'],
  [{ kind: 'notifications', problem: 'blocked' }, 'Notifications are blocked'],
  [{ kind: 'text', text: '1 alert notified.' }, '1 alert notified.'],
];

it.each(WORDS)('%j can be stored and described', (event, words) => {
  expect(journalEventSchema.parse(JSON.parse(JSON.stringify(event)))).toEqual(event);
  expect(journalWords(event)).toBe(words);
});

it('an entry that an earlier version stored as a text is still readable', () => {
  const times = { at: 1, lastAt: 2, times: 3 };
  expect(journal.parse([{ ...times, text: 'Connection: live' }])).toEqual([
    { ...times, event: { kind: 'text', text: 'Connection: live' } },
  ]);
});

import { expect, it } from 'vitest';
import { firingWords } from '@/lib/domain/alerts/text/event-words.ts';
import { serviceProblemWords } from '@/lib/domain/connection/service-problem-words.ts';
import { journalEventSchema, type JournalEvent } from '@/lib/domain/diagnostics/journal-event.ts';
import { journalWords } from '@/lib/domain/diagnostics/journal-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { clockNotice } from '@/lib/domain/prices/clock-words.ts';
import { journal } from '@/lib/storage/values/diagnostics.ts';

const CLOCK = { kind: 'clock', skewMs: 0, uncorrectedMs: null } as const;
const UNCAUGHT = { kind: 'uncaught', errorName: 'TypeError', message: 'Wrong.' } as const;

const CROSSES = { kind: 'crosses', direction: 'above', level: '65000' } as const;
const CROSSING = {
  what: CROSSES,
  price: { price: '6500012', conf: '120', expo: -2, publishTime: 1_795_000_000, slot: 7 },
} as const;

const WORDS: [JournalEvent, string][] = [
  [{ kind: 'connection', state: 'live', reason: null }, 'The connection is live.'],
  [
    { kind: 'connection', state: 'offline', reason: { code: 'timeout' } },
    `The connection is offline. ${serviceProblemWords({ code: 'timeout' })}`,
  ],
  [{ kind: 'stream-opened', feedCount: 5, isLean: false }, 'Opened a stream of 5 feeds.'],
  [
    { kind: 'stream-opened', feedCount: 5, isLean: true },
    'Opened a lean stream (signed data only) of 5 feeds.',
  ],
  [
    { kind: 'stream-broke', reason: { code: 'unreachable' } },
    `The stream was interrupted. ${serviceProblemWords({ code: 'unreachable' })}`,
  ],
  [
    { kind: 'stream-ended', reason: { code: 'unreachable' } },
    `The stream ended. ${serviceProblemWords({ code: 'unreachable' })}`,
  ],
  [
    { kind: 'not-stored', reason: { code: 'prices-not-stored' } },
    serviceProblemWords({ code: 'prices-not-stored' }),
  ],
  [
    { ...CLOCK, skewMs: -90_000, isConfirmed: true },
    clockNotice({ skewMs: -90_000, uncorrectedMs: null, dismissedMs: null })!,
  ],
  [{ ...CLOCK, isConfirmed: true }, 'Your computer’s clock agrees with the prices again.'],
  [
    { ...CLOCK, isConfirmed: false },
    'Pricelight no longer knows whether your computer’s clock is right.',
  ],
  [{ ...UNCAUGHT, isRejection: false }, 'Uncaught error · TypeError: Wrong.'],
  [{ ...UNCAUGHT, isRejection: false, errorName: null }, 'Uncaught error · Wrong.'],
  [{ ...UNCAUGHT, isRejection: true }, 'Unhandled rejection · TypeError: Wrong.'],
  [{ ...UNCAUGHT, isRejection: true, errorName: null, message: null }, 'Unhandled rejection'],
  [
    { kind: 'alert-fired', symbol: 'BTC/USD', firing: { ...CROSSING, missed: false } },
    `Alert triggered · ${firingWords({ ...CROSSING, missed: false }, 'BTC/USD')}`,
  ],
  [
    { kind: 'alert-fired', symbol: 'BTC/USD', firing: { ...CROSSING, price: null, missed: true } },
    `Alert triggered while offline · ${firingWords({ ...CROSSING, price: null, missed: false }, 'BTC/USD')}`,
  ],
  [{ kind: 'more-alerts-fired', count: 7 }, '7 more alerts triggered at the same time.'],
  [{ kind: 'alerts-delivered', delivery: 'held', count: 1 }, '1 alert was held by quiet hours.'],
  [{ kind: 'alerts-delivered', delivery: 'badge', count: 2 }, '2 alerts were shown on the badge.'],
  [
    {
      kind: 'alert-suspended',
      symbol: 'BTC/USD',
      trigger: CROSSES,
      reason: 'crowded',
    },
    `Alert auto-paused · BTC/USD · Rises above 65,000 · ${t('alertState.suspension.crowded')}`,
  ],
  [{ kind: 'notifications', problem: null }, 'Notifications work again.'],
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

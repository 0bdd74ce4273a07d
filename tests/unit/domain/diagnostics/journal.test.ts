import { expect, it } from 'vitest';
import {
  journalEventSchema,
  journalLine,
  type JournalEvent,
} from '@/lib/domain/diagnostics/journal-event.ts';
import { withVersion } from '@/lib/storage/versioned.ts';
import { journal } from '@/lib/storage/values/diagnostics.ts';

const CROSSES = { kind: 'crosses', direction: 'above', level: '65000' } as const;
const PRICE = { price: '6500012', conf: '120', expo: -2, publishTime: 1_795_000_000, slot: 7 };
// In the order of the schema.
const FIRING = { what: CROSSES, missed: false, price: PRICE };

const LINES: [JournalEvent, string][] = [
  [
    { kind: 'connection', state: 'offline', reason: { code: 'timeout' } },
    'connection state="offline" reason={"code":"timeout"}',
  ],
  [
    { kind: 'stream-opened', feedCount: 5, isLean: false },
    'stream-opened feedCount=5 isLean=false',
  ],
  [
    { kind: 'stream-broke', reason: { code: 'unreachable' } },
    'stream-broke reason={"code":"unreachable"}',
  ],
  [{ kind: 'service-switched', place: 2, reason: null }, 'service-switched place=2 reason=null'],
  [
    { kind: 'clock', skewMs: -90_000, uncorrectedMs: null },
    'clock skewMs=-90000 uncorrectedMs=null',
  ],
  [
    { kind: 'uncaught', isRejection: true, errorName: 'TypeError', message: 'Wrong.' },
    'uncaught isRejection=true errorName="TypeError" message="Wrong."',
  ],
  [
    { kind: 'alert-fired', symbol: 'BTC/USD', firing: FIRING },
    `alert-fired symbol="BTC/USD" firing=${JSON.stringify(FIRING)}`,
  ],
  [{ kind: 'more-alerts-fired', count: 7 }, 'more-alerts-fired count=7'],
  [
    { kind: 'alerts-delivered', delivery: 'silent', count: 1 },
    'alerts-delivered delivery="silent" count=1',
  ],
  [{ kind: 'notifications', problem: 'blocked' }, 'notifications problem="blocked"'],
  [{ kind: 'text', text: '1 alert notified.' }, 'text text="1 alert notified."'],
];

it.each(LINES)('%j can be stored and is one line', (event, line) => {
  const read = journalEventSchema.parse(JSON.parse(JSON.stringify(event)));
  expect(read).toEqual(event);
  expect(journalLine(read)).toBe(line);
});

it('an entry that an earlier version stored as a text is still readable', () => {
  const times = { at: 1, lastAt: 2, times: 3 };
  expect(journal.parse([{ ...times, text: 'Connection: live' }])).toEqual([
    { ...times, event: { kind: 'text', text: 'Connection: live' } },
  ]);
});

it('events of alerts from version 0.2.0 are translated', () => {
  const times = { at: 1, lastAt: 2, times: 3 };
  const firing = { missed: false, price: null };
  const fired = { kind: 'alert-fired', symbol: 'BTC/USD' };
  const stored = withVersion(
    [
      { ...fired, firing: { ...firing, what: { kind: 'is', side: 'above', level: '65000' } } },
      { kind: 'alerts-delivered', delivery: 'digest', count: 2 },
      { kind: 'alert-suspended', symbol: 'BTC/USD', reason: 'runaway' },
    ].map((event) => ({ ...times, event })),
    2,
  );
  const what = { kind: 'crosses', direction: 'above', level: '65000', wasThere: true };
  expect(journal.parse(stored).map(({ event }) => event)).toEqual([
    { ...fired, firing: { ...firing, what } },
    { kind: 'alerts-delivered', delivery: 'notified', count: 2 },
  ]);
});

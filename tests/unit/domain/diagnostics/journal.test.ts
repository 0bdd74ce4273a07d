import { expect, it } from 'vitest';
import {
  journalEventSchema,
  journalLine,
  type JournalEvent,
} from '@/lib/domain/diagnostics/journal-event.ts';
import { withVersion } from '@/lib/storage/versioned.ts';
import { journal } from '@/lib/storage/values/diagnostics.ts';

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
    { kind: 'uncaught', isRejection: true, errorName: 'TypeError', message: 'Wrong.' },
    'uncaught isRejection=true errorName="TypeError" message="Wrong."',
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

it('events that are no longer recorded are dropped', () => {
  const times = { at: 1, lastAt: 2, times: 3 };
  const kept = { ...times, event: { kind: 'notifications', problem: 'blocked' } };
  const gone = { ...times, event: { kind: 'alerts-delivered', delivery: 'silent', count: 2 } };
  expect(journal.parse(withVersion([gone, kept], 2))).toEqual([kept]);
});

// Whatever happens to computers that share a list, they agree in the end, and the last change of
// each entry is what they agree on.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Entry } from '@/lib/domain/sync/entries.ts';
import { Account, alertOn, Computer, DAY, feed, latest, NOW, settle, shared } from './computers.ts';

const RUNS = Number(process.env['SYNC_RUNS'] ?? 50);

const ids = fc.nat(7).map(feed);
const names = fc.constantFrom('x', 'y', 'z');

/** Something that happens on one of three computers. */
const event = fc.record({
  computer: fc.nat(2),
  act: fc.oneof(
    fc.record({ kind: fc.constant('add'), id: ids, at: fc.nat(3) }),
    fc.record({ kind: fc.constant('remove'), id: ids }),
    fc.record({ kind: fc.constant('move'), id: ids, at: fc.nat(3) }),
    fc.record({ kind: fc.constant('rename'), id: ids, name: names }),
    fc.record({ kind: fc.constant('group'), id: names, name: names, id2: ids }),
    fc.record({ kind: fc.constant('ungroup'), id: names }),
    fc.record({ kind: fc.constant('turn groups') }),
    fc.record({ kind: fc.constant('alert'), id: ids, name: names, level: fc.nat(3) }),
    fc.record({ kind: fc.constant('delete alert'), name: names }),
    fc.record({ kind: fc.constant('theme'), theme: fc.constantFrom('light', 'dark', 'system') }),
    fc.record({ kind: fc.constant('step'), isKilled: fc.boolean() }),
    fc.record({ kind: fc.constant('step'), isKilled: fc.boolean() }),
    fc.record({ kind: fc.constant('exchange'), wins: fc.array(fc.boolean(), { minLength: 1 }) }),
    fc.record({ kind: fc.constant('wait'), ms: fc.nat(DAY) }),
  ),
});
type Act = Partial<Record<'id' | 'id2' | 'name' | 'kind' | 'theme', string>> & {
  at?: number;
  level?: number;
  ms?: number;
  isKilled?: boolean;
  wins?: boolean[];
};

function change(computer: Computer, act: Act): void {
  const { id = '', id2 = '', name = '', at = 0 } = act;
  const { groups = [], alerts = [], rowNames = {} } = computer.values;
  const { list } = computer;
  const set = (values: Partial<Computer['values']>): void => {
    computer.values = { ...computer.values, ...values };
  };
  const others = list.filter((each) => each !== id);
  switch (act.kind) {
    case 'add':
      if (!list.includes(id)) set({ watchlist: list.toSpliced(at, 0, id) });
      break;
    case 'remove': {
      const { [id]: _, ...otherNames } = rowNames;
      const without = groups.map((each) => ({
        ...each,
        feedIds: each.feedIds.filter((member) => member !== id),
      }));
      set({ watchlist: others, rowNames: otherNames, groups: without });
      break;
    }
    case 'move':
      if (list.includes(id)) set({ watchlist: others.toSpliced(at, 0, id) });
      break;
    case 'rename':
      if (list.includes(id)) set({ rowNames: { ...rowNames, [id]: name } });
      break;
    case 'group': {
      const feedIds = list.filter((each) => each >= id2);
      set({ groups: [...groups.filter((each) => each.id !== id), { id, name, feedIds }] });
      break;
    }
    case 'ungroup':
      set({ groups: groups.filter((each) => each.id !== id) });
      break;
    case 'turn groups':
      set({ groups: groups.toReversed() });
      break;
    case 'alert': {
      const rule = alertOn(id, name, String(act.level));
      set({ alerts: [...alerts.filter((each) => each.id !== name), rule] });
      break;
    }
    case 'delete alert':
      set({ alerts: alerts.filter((each) => each.id !== name) });
      break;
    case 'theme':
      set({ settings: { appearance: { theme: act.theme, palette: 'green-up' } } });
  }
}

it('three computers agree on the last change of everything, whatever happens', () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 60, size: 'max' }),
      fc.tuple(fc.integer({ min: -DAY, max: DAY }), fc.constantFrom(0, 4e12, -4e11)),
      (events, [skewA, skewB]) => {
        const account = new Account();
        const computers = [
          new Computer('aaaaaa', skewA),
          new Computer('bbbbbb', skewB),
          new Computer('cccccc'),
        ];
        const last = new Map<string, Entry>();
        let now = NOW;
        for (const { computer: n, act } of events as { computer: number; act: Act }[]) {
          const computer = computers[n]!;
          now += act.ms ?? 1;
          if (act.kind === 'step') computer.step(now, act.isKilled);
          else if (act.kind === 'exchange') {
            let turn = 0;
            computer.exchange(account, () => act.wins![turn++ % act.wins!.length]!);
          } else change(computer, act);
          latest(last, computer.entries);
        }
        // Each computer records its user's changes.
        for (const computer of computers) {
          computer.step(now);
          latest(last, computer.entries);
        }
        settle(account, computers, now);
        const [first, ...rest] = computers.map(shared);
        for (const other of rest) expect(other).toEqual(first);
        for (const [key, [stamp, value]] of last) {
          const [agreedStamp, agreed] = computers[0]!.entries.get(key) ?? [];
          expect(agreedStamp).toBe(stamp);
          expect(agreed).toEqual(value);
        }
      },
    ),
    { numRuns: RUNS },
  );
});

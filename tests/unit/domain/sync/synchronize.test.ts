import { describe, expect, it } from 'vitest';
import { haveNewer, readBuckets, receive, toItems } from '@/lib/domain/sync/buckets.ts';
import { MAX_ALERTS_PER_FEED } from '@/lib/domain/alerts/model/rule-changes.ts';
import type { Entries } from '@/lib/domain/sync/entries.ts';
import { Account, alertOn, Computer, DAY, feed, NOW, settle, shared } from './computers.ts';

const [A, B, C, D] = [1, 2, 3, 4].map(feed) as [string, string, string, string];
const LIGHT = { appearance: { theme: 'light', palette: 'green-up' } };
const DARK = { appearance: { theme: 'dark', palette: 'green-up' } };

function world(...lists: (readonly string[])[]) {
  const account = new Account();
  const computers = lists.map((list, n) => {
    const computer = new Computer(String(n).repeat(6));
    computer.list = list;
    return computer;
  });
  const sync = (...some: Computer[]) => settle(account, some.length > 0 ? some : computers);
  return { account, computers: computers as [Computer, Computer, Computer], sync };
}

/** Changes one stored entry as another version or an attacker would. */
function tamper(account: Account, key: string, entry: unknown): void {
  for (const item of account.items.values()) {
    const { entries } = item.value as { entries: Record<string, unknown> };
    if (key in entries)
      item.value = { ...(item.value as object), entries: { ...entries, [key]: entry } };
    item.version += 1;
  }
}

describe('a computer that joins', () => {
  it('adds its prices to those of the others, and loses none, even one they have deleted', () => {
    const { computers, sync } = world([A, B, C], [D, B, C]);
    const [first, second] = computers;
    sync(first);
    first.list = [B, A];
    sync(first);
    sync();
    expect(first.list).toEqual([B, A, D, C]);
    expect(second.list).toEqual([B, A, D, C]);
  });

  it('takes over settings and orders that the others have, and gives those that they lack', () => {
    const { computers, sync } = world([A, B], [B, A]);
    const [first, second] = computers;
    first.values.settings = LIGHT;
    second.values.settings = { ...DARK, displayCurrency: 'EUR' };
    sync(first);
    sync();
    expect(shared(second)).toEqual(shared(first));
    expect(first.values.settings).toEqual({ ...LIGHT, displayCurrency: 'EUR' });
    expect(second.list).toEqual([A, B]);
  });

  it('gives up a list that its user has never changed, unless it is the first', () => {
    const { computers, sync } = world([], []);
    const [first, second] = computers;
    for (const computer of computers) {
      computer.values = {};
      computer.defaultList = [C, D];
    }
    sync(first);
    first.list = [A, C];
    sync(first);
    sync();
    expect(second.list).toEqual([A, C]);
  });
});

describe('a computer that was away', () => {
  it('loses nothing of its own, and deletes what was deleted', () => {
    const { computers, sync } = world([A, B, C], []);
    const [away, other] = computers;
    sync();
    away.list = [A, B, C, D];
    away.values.rowNames = { [C]: 'mine' };
    away.step(NOW + 1_000);
    other.list = [A];
    sync(other);
    sync();
    expect(away.list).toEqual([A, C, D]);
    expect(shared(other)).toEqual(shared(away));
  });

  it('keeps its own even after so many deletions that the first are forgotten', () => {
    const many = Array.from({ length: 800 }, (_, n) => feed(n + 10));
    const { account, computers, sync } = world([A, B], []);
    const [away, other] = computers;
    sync();
    // The other computer stores all of them, which shows that they have arrived.
    other.list = [...other.list, ...many];
    sync();
    other.list = [A, B];
    sync();
    away.list = [B, C];
    away.step(NOW + 1);
    for (const list of [[A], [A, ...many], [A]]) {
      other.list = list;
      sync(other);
    }
    const stored = JSON.stringify([...account.items.values()]);
    expect(stored.split('"p.').length).toBeLessThan(300);
    sync();
    expect(away.list).toEqual([C]);
    expect(shared(other)).toEqual(shared(away));
  });

  it.each([
    ['deletes what others had stored when it was deleted', 'b', ['', true], false],
    ['keeps what nobody else is known to have stored', 'b', [''], true],
    ['keeps what is later than all forgotten deletions', 'd', ['', true], true],
  ] as const)('%s, where the deletion is forgotten', (_, first, rest, isKept) => {
    const key = `p.${A}`;
    const stampOf = (start: string) => start.padEnd(15, '0');
    const own: Entries = new Map([[key, [stampOf(first), ...rest]]]);
    const [name = ''] = Object.keys(toItems(own, new Map(), 'mine00').items);
    const item = { format: 1, by: 'other0', forgotten: stampOf('c'), entries: {} };
    expect(receive(own, readBuckets({ [name]: item }), 'mine00').has(key)).toBe(isKept);
    expect(receive(own, readBuckets({}), 'mine00').has(key)).toBe(true);
  });

  it('does not win for ever with a clock that is far ahead', () => {
    const { computers, sync } = world([A], []);
    const [ahead, other] = computers;
    ahead.skewMs = 3_650 * DAY;
    ahead.values.settings = LIGHT;
    sync();
    other.values.settings = DARK;
    sync();
    expect(ahead.values.settings).toEqual(DARK);
  });
});

it('copies of a profile that change something in the same moment agree', () => {
  const { account } = world();
  const copies = [LIGHT, DARK].map((settings) => {
    const copy = new Computer('000000');
    copy.values = { settings };
    copy.step();
    return copy;
  });
  settle(account, copies);
  expect(copies[1]!.values.settings).toEqual(copies[0]!.values.settings);
});

describe('what arrives', () => {
  it('leaves snoozing and reactivating to each computer, and alerts start anew', () => {
    const { computers, sync } = world([A], []);
    const [first, second] = computers;
    first.values.alerts = [{ ...alertOn(A, 'a1'), snoozedUntil: NOW + DAY }];
    sync();
    expect(second.values.alerts).toEqual([{ ...alertOn(A, 'a1'), armedAt: NOW }]);
    const own = { ...alertOn(A, 'a1'), armedAt: NOW + 5, snoozedUntil: NOW + 9 };
    second.values.alerts = [own];
    sync();
    expect(first.values.alerts).toEqual([{ ...alertOn(A, 'a1'), snoozedUntil: NOW + DAY }]);
    first.values.alerts = [alertOn(A, 'a1', '2')];
    sync();
    expect(second.values.alerts).toEqual([
      { ...own, ...alertOn(A, 'a1', '2'), armedAt: NOW, snoozedUntil: NOW + 9 },
    ]);
  });

  it('has no alert about holdings, and none that waits for a confirmation', () => {
    const { account, computers, sync } = world([A], []);
    const [first, second] = computers;
    first.unconfirmed.add('paused');
    first.values.alerts = [
      alertOn('total.EUR', 'total'),
      alertOn(`holding.EUR.${A}`, 'holding'),
      alertOn(A, 'paused'),
      alertOn(A, 'good'),
    ];
    sync();
    expect(second.values.alerts?.map(({ id }) => id)).toEqual(['good']);
    expect(first.values.alerts).toHaveLength(4);
    expect(JSON.stringify([...account.items.values()])).not.toMatch(/total|holding|paused/);
  });

  it('stays within the limit of alerts on a price', () => {
    const { computers, sync } = world([A], []);
    const alerts = (name: string) =>
      Array.from({ length: MAX_ALERTS_PER_FEED }, (_, n) => alertOn(A, `${name}${n}`));
    const [first, second] = computers;
    first.values.alerts = alerts('first');
    sync(first);
    second.values.alerts = alerts('second');
    sync();
    expect(first.values.alerts).toHaveLength(MAX_ALERTS_PER_FEED);
    expect(shared(second)).toEqual(shared(first));
  });

  it('never removes a price of which this computer has an amount', () => {
    const { computers, sync } = world([A, B], []);
    const [first, second] = computers;
    sync();
    second.held.add(A);
    first.list = [B];
    sync();
    expect(second.list).toEqual([A, B]);
    expect(first.list).toEqual([B]);
  });

  it.each([
    ['no stamp', ['now', 'x']],
    ['a value of a newer version', ['zzzzzzzz0000000', { name: 'x', icon: 'y' }]],
  ])('does not change other entries or this one, if it is damaged: %s', (_, entry) => {
    const { account, computers, sync } = world([A, B], []);
    const [, second] = computers;
    sync();
    tamper(account, `p.${A}`, entry);
    sync();
    second.list = [...second.list, C];
    sync();
    for (const { list } of computers) expect(list.toSorted()).toEqual([A, B, C].toSorted());
    // What a newer version wrote is still there for it.
    const stored = JSON.stringify([...account.items.values()]);
    if (Array.isArray(entry) && entry[0] !== 'now') expect(stored).toContain(JSON.stringify(entry));
  });

  it('stays as it is in an item of a newer format', () => {
    const { account, computers, sync } = world([A, B], []);
    sync();
    for (const item of account.items.values()) {
      item.value = { format: 2, anything: [A] };
      item.version += 1;
    }
    const before = structuredClone(account.items);
    const [first, second] = computers;
    first.list = [B];
    sync();
    expect(account.items).toEqual(before);
    expect(second.list).toEqual([A, B]);
    expect(haveNewer(readBuckets(first.items))).toBe(true);
  });
});

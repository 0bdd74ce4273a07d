import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { Sync } from '@/lib/background/sync.ts';
import { setAlertLevel } from '@/lib/pages/alerts/alert-actions.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { appearance, priceServices } from '@/lib/storage/values/settings.ts';
import { isSyncOn, syncStatus } from '@/lib/storage/values/sync.ts';
import { groups, listView, rowNames } from '@/lib/storage/values/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { alertOn, Computer, feed } from '../domain/sync/computers.ts';

const [A, B, C] = [1, 2, 3].map(feed) as [string, string, string];
const SECOND = 1_000;
const never = new Promise<never>(() => {});

let sync: Sync;
const { sync: area, local } = fakeBrowser.storage;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await watchlist.setValue([A, B]);
  sync = new Sync();
  sync.listen();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Lets time pass, and waits for everything that it starts. */
async function pass(ms = 4 * SECOND): Promise<void> {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    await vi.advanceTimersByTimeAsync(Math.min(SECOND, end - Date.now()));
    // Locks resolve in later turns of the event loop.
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  }
}

async function turnOn(): Promise<void> {
  await isSyncOn.setValue(true);
  await pass();
}

const stored = () => area.get<Record<string, unknown>>(null);
const problem = async () => (await syncStatus.getValue()).problem;

/** Another computer that has received everything stored. */
async function otherComputer(): Promise<Computer> {
  const other = new Computer('other0');
  other.items = await stored();
  other.step(Date.now());
  return other;
}

async function receive(other: Computer): Promise<void> {
  other.step(Date.now());
  await area.set(other.items);
  await pass();
}

it('nothing is stored before it is on, nor after it is off', async () => {
  await sync.resume();
  await pass();
  expect(await stored()).toEqual({});
  await turnOn();
  const before = await stored();
  expect(before).not.toEqual({});
  await isSyncOn.setValue(false);
  await watchlist.setValue([A]);
  await pass();
  expect(await stored()).toEqual(before);
  expect(await watchlist.getValue()).toEqual([A]);
});

it('list, groups, alerts and look are stored, and no amount, token or address', async () => {
  await priceServices.setValue([
    {
      ...priceServices.fallback[0]!,
      baseUrl: 'https://prices.example/secret-path',
      headers: [{ name: 'Authorization', value: 'Bearer secret-token' }],
    },
  ]);
  await holdings.setValue({
    [A]: { quantity: '123.456', cost: { perUnit: '789.01', currency: 'USD' } },
  });
  await groups.setValue([{ id: 'g1', name: 'Metals', feedIds: [B] }]);
  await alertRules.setValue([
    { ...alertOn(A, 'a1'), note: 'my words' },
    alertOn('total.EUR', 'a2', '55555'),
  ]);
  await appearance.setValue({ theme: 'dark', palette: 'red-up' });
  await listView.setValue({ ...listView.fallback, groupId: 'g1', density: 'compact' });
  await turnOn();
  const text = JSON.stringify(await stored());
  for (const each of [A, B, 'Metals', 'my words', 'dark', 'compact']) expect(text).toContain(each);
  expect(text).not.toMatch(/secret|prices\.example|123\.456|789\.01|55555|groupId/);
  expect(await problem()).toBeNull();
});

it('changes in quick succession are one write', async () => {
  await turnOn();
  const set = vi.spyOn(area, 'set');
  for (const list of [[A], [A, C], [C, A]]) await watchlist.setValue(list);
  await pass(2 * SECOND);
  expect(set).not.toHaveBeenCalled();
  await pass(60 * SECOND);
  expect(set).toHaveBeenCalledTimes(1);
});

describe('what another computer changes', () => {
  it('arrives', async () => {
    await alertRules.setValue([alertOn(A, 'a1')]);
    await listView.setValue({ ...listView.fallback, groupId: 'mine' });
    await turnOn();
    const other = await otherComputer();
    other.list = [C, ...other.list];
    other.values.alerts = [alertOn(A, 'a1', '2'), alertOn(C, 'a2')];
    other.values.settings = {
      listView: { sort: 'name', density: 'compact', changePeriod: '7d', showsConfidence: true },
    };
    await receive(other);
    expect(await watchlist.getValue()).toEqual([C, A, B]);
    expect((await alertRules.getValue()).map(({ id, armedAt }) => [id, armedAt > 1])).toEqual([
      ['a1', true],
      ['a2', true],
    ]);
    expect(await listView.getValue()).toMatchObject({ groupId: 'mine', sort: 'name' });
    expect(await problem()).toBeNull();
  });

  it('does not undo what the user changes in the meantime', async () => {
    await alertRules.setValue([alertOn(A, 'a1'), alertOn(B, 'b1')]);
    await turnOn();
    const other = await otherComputer();
    other.values.alerts = [alertOn(A, 'a1', '2'), alertOn(B, 'b1')];
    other.step(Date.now());
    await Promise.all([area.set(other.items), setAlertLevel('b1', '3')]);
    await pass();
    const levels = (await alertRules.getValue()).map(
      ({ trigger }) => 'level' in trigger && trigger.level,
    );
    expect(levels).toEqual(['2', '3']);
  });

  it('arrives beside damaged data', async () => {
    await turnOn();
    const other = await otherComputer();
    other.list = [...other.list, C];
    other.step(Date.now());
    const damage: Record<string, unknown> = { 'p.x': ['y'], 'a.b': [1, {}], constructor: 5 };
    const items: Record<string, unknown> = { ...other.items };
    for (const item of Object.values(items) as { entries: Record<string, unknown> }[]) {
      item.entries = { ...item.entries, ...damage };
    }
    Object.assign(items, { entries0: { format: 1, entries: [] }, entriesX: null, other: 'x' });
    await area.set(items);
    await pass();
    expect((await watchlist.getValue()).toSorted()).toEqual([A, B, C].toSorted());
  });
});

describe('a write that the browser refuses', () => {
  it('is tried again with growing pauses', async () => {
    await turnOn();
    const refusal = vi
      .spyOn(area, 'set')
      .mockRejectedValue(new Error('MAX_WRITE_OPERATIONS_PER_HOUR'));
    await watchlist.setValue([C]);
    const minutes: number[] = [];
    for (let half = 0; half < 30; half += 1) {
      const before = refusal.mock.calls.length;
      await pass(30 * SECOND);
      await sync.resume();
      await pass(1);
      if (refusal.mock.calls.length > before) minutes.push(half / 2);
    }
    expect(await problem()).toBe('refused');
    const pauses = minutes.slice(1).map((at, n) => at - minutes[n]!);
    expect(pauses.length).toBeGreaterThan(2);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    refusal.mockRestore();
    await pass(3_600 * SECOND);
    await sync.resume();
    await pass();
    expect(await problem()).toBeNull();
    expect(JSON.stringify(await stored())).toContain(C);
  });

  it('is made by the next worker if this one dies', async () => {
    await turnOn();
    vi.spyOn(area, 'set').mockReturnValue(never as unknown as void);
    await watchlist.setValue([C]);
    await pass();
    vi.restoreAllMocks();
    const next = new Sync();
    await next.resume();
    await pass();
    expect(JSON.stringify(await stored())).toContain(C);
  });
});

it('a list that is too long leaves everything as it is, and says so', async () => {
  await turnOn();
  const before = await stored();
  const long = Array.from({ length: 1_000 }, (_, n) => feed(n));
  await rowNames.setValue(Object.fromEntries(long.map((id) => [id, 'A long name'])));
  await watchlist.setValue(long);
  await pass();
  expect(await problem()).toBe('tooLong');
  expect(await stored()).toEqual(before);
  expect(await watchlist.getValue()).toEqual(long);
  await watchlist.setValue(long.slice(0, 500));
  await pass();
  expect(await problem()).toBeNull();
});

it('each item has room in the browser, and all of them', async () => {
  await watchlist.setValue(Array.from({ length: 400 }, (_, n) => feed(n)));
  await alertRules.setValue(
    Array.from({ length: 60 }, (_, n) => ({ ...alertOn(A, `a${n}`), note: '<é'.repeat(50) })),
  );
  await turnOn();
  expect(await problem()).toBeNull();
  const sizes = Object.entries(await stored()).map(
    ([key, value]) => key.length + JSON.stringify(value).replaceAll('<', '\\u003C').length,
  );
  expect(Math.max(...sizes)).toBeLessThan(8_192);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(102_400);
});

describe('nothing is shared', () => {
  it('while sample prices are shown', async () => {
    await areSamplesShown.setValue(true);
    await turnOn();
    expect([await problem(), await stored()]).toEqual(['samples', {}]);
    await areSamplesShown.setValue(false);
    await pass();
    expect(await problem()).toBeNull();
  });

  it('where the browser has no such storage', async () => {
    vi.spyOn(area, 'get').mockRejectedValue(new Error('webextensions.storage.sync.enabled'));
    await turnOn();
    expect(await problem()).toBe('unavailable');
    expect(await watchlist.getValue()).toEqual([A, B]);
  });

  it('if a newer version has stored the list, here or elsewhere', async () => {
    await turnOn();
    const before = await stored();
    await local.set({ watchlist: { $version: 9, value: 'new' } });
    await pass();
    expect([await problem(), await stored()]).toEqual(['newer', before]);
    await watchlist.setValue([A, B]);
    const newer = Object.fromEntries(Object.keys(before).map((key) => [key, { format: 2 }]));
    await area.set(newer);
    await watchlist.setValue([A]);
    await pass();
    expect(await problem()).toBe('newer');
    expect(await stored()).toMatchObject(newer);
  });
});

import { BUILT_IN_SIGNERS_VERSION } from '@/lib/signed-updates/built-in-version.ts';
import type { ParsedPrice } from '@/lib/price-service/index.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { removeAlerts, restoreAlerts } from '@/lib/alerts/store/alert-actions.ts';
import { alertMarks } from '@/lib/storage/alert-marks.ts';
import { alertReach } from '@/lib/storage/alert-reach.ts';
import { readAlertStates } from '@/lib/storage/alert-states.ts';
import { alertRules, alertSettings, firings, notificationsBlocked } from '@/lib/storage/alerts.ts';
import { followedFeeds } from '@/lib/storage/catalogue.ts';
import { backgroundUpdates, signatures } from '@/lib/storage/settings.ts';
import { rowNames } from '@/lib/storage/view.ts';
import {
  ABOVE,
  created,
  EITHER,
  endWorker,
  makeWorkersMortal,
  recorded,
  REPEATING,
  setPermissionLevel,
  setRules,
  settle,
  START_MS,
  startWorker,
  type Worker,
} from './alert-worker.ts';
import { BTC, ETH } from '../feeds.ts';

const workers: Worker[] = [];

async function start(followed?: readonly string[]): Promise<Worker> {
  const worker = await startWorker(null, followed);
  workers.push(worker);
  return worker;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: START_MS });
  makeWorkersMortal();
});

afterEach(() => {
  for (const worker of workers.splice(0)) endWorker(worker);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function parsed(id: string, price: string): ParsedPrice {
  const figure = { price, conf: '1', expo: -2, publish_time: Math.floor(Date.now() / 1_000) - 1 };
  return { id, price: figure, ema_price: figure, metadata: { slot: figure.publish_time } };
}

/** Quiet hours from an hour before `START_MS` to an hour after. */
async function keepQuiet(): Promise<void> {
  vi.spyOn(Temporal.Now, 'timeZoneId').mockReturnValue('UTC');
  const quietHours = { enabled: true, from: '23:00', to: '01:00', days: [1, 2, 3, 4, 5, 6, 7] };
  await alertSettings.setValue({ ...alertSettings.fallback, quietHours });
}

const told = async () =>
  (await firings.getValue()).map(({ price, delivered }) => [price?.price, delivered]);

describe('evaluation in the step of the price', () => {
  it('fires on a crossing and tells it', async () => {
    await setRules(ABOVE);
    const worker = await start();
    await worker.price('64000');
    await worker.price('66000');
    await worker.price('67000');
    expect(await told()).toEqual([['66000', 'notification']]);
    expect(created).toEqual([expect.stringContaining(BTC)]);
  });

  it('fires nothing at creation, where the price is beyond the level already', async () => {
    const worker = await start();
    await worker.price('66000');
    await setRules(ABOVE);
    await worker.price('66100');
    expect(await told()).toEqual([]);
  });

  it('costs no write and no read without alerts', async () => {
    const get = vi.spyOn(fakeBrowser.storage.session, 'get');
    const worker = await start();
    get.mockClear();
    await worker.price('64000');
    expect(get).not.toHaveBeenCalled();
    const stored = Object.keys(await fakeBrowser.storage.session.get(null));
    expect(stored.filter((key) => key.startsWith('alerts:'))).toEqual([]);
  });

  it('sees every answer: a price that does not change is looked at too', async () => {
    await setRules(ABOVE);
    const worker = await start();
    await worker.price('64000', { slot: 1 });
    // Without the looks in between, six minutes would be a gap.
    for (let minute = 1; minute <= 6; minute += 1) {
      vi.setSystemTime(START_MS + minute * 60_000);
      await worker.price('64000', { age: minute * 60, slot: 1 });
    }
    await worker.price('66000');
    expect(await told()).toEqual([['66000', 'notification']]);
  });

  it('says nothing of what happened while nobody looked, unless asked to', async () => {
    await setRules({ ...EITHER, ...REPEATING });
    const worker = await start();
    await worker.price('64000');
    vi.setSystemTime(START_MS + 3_600_000);
    await worker.price('66000');
    expect(await told()).toEqual([['66000', 'unreported']]);
    expect(created).toEqual([]);

    await alertSettings.setValue({ ...alertSettings.fallback, tellsMissed: true });
    vi.setSystemTime(START_MS + 2 * 3_600_000);
    await worker.price('64000');
    expect((await told()).at(-1)).toEqual(['64000', 'summary']);
    expect(created).toHaveLength(1);
  });

  it('ignores an older figure, a stale one, one of a closed market, and one that is none', async () => {
    await setRules(ABOVE);
    const worker = await start();
    await worker.price('64000');
    await worker.price('66000', { age: 30, slot: 1 });
    await worker.price('NaN');
    expect(await told()).toEqual([]);
    vi.setSystemTime(START_MS + 200_000);
    await worker.price('66000', { age: 100 });
    expect(await told()).toEqual([]);
    await followedFeeds.setValue({ [BTC]: { schedule: 'UTC;C,C,C,C,C,C,C;' } });
    await worker.price('66100');
    expect(await told()).toEqual([]);
    await followedFeeds.setValue({});
    await worker.price('66200');
    expect(await told()).toEqual([['66200', 'notification']]);
  });

  it('ignores an older figure also where it would be the first that an alert sees', async () => {
    const worker = await start();
    await worker.price('66000');
    await setRules(ABOVE);
    await worker.price('64000', { age: 30, slot: 1 });
    await worker.price('66100');
    expect(await told()).toEqual([]);
  });

  it('never sees a figure that is not proven where proofs are required', async () => {
    await signatures.setValue('require');
    await setRules(ABOVE);
    const worker = await start();
    const trust = BUILT_IN_SIGNERS_VERSION;
    const verified = { state: 'verified', text: '', trust } as const;
    await worker.price('64000', { proof: verified });
    await worker.price('66000', { proof: { state: 'unchecked', text: 'Why', trust } });
    await worker.price('66000');
    expect(await told()).toEqual([]);
    await worker.price('67000', { proof: verified });
    expect(await told()).toEqual([['67000', 'notification']]);
  });

  it('leaves the alerts of feeds that nobody follows alone', async () => {
    await setRules(ABOVE, { ...ABOVE, feedId: ETH });
    const worker = await start([BTC]);
    await worker.price('64000', { id: ETH });
    await worker.price('66000', { id: ETH });
    await worker.tick();
    expect(await told()).toEqual([]);
    await worker.follow([]);
    await worker.tick();
    expect(await readAlertStates([ETH])).toEqual(new Map());
  });

  it('starts to look anew at another service', async () => {
    await setRules({ ...EITHER, ...REPEATING });
    const worker = await start();
    await worker.price('64000');
    await worker.forget();
    await worker.price('66000');
    expect(await told()).toEqual([['66000', 'unreported']]);
  });

  it('fires for no crossing from a price that signers of before had proven', async () => {
    await setRules(ABOVE);
    const worker = await start();
    const before = { state: 'verified', text: '', trust: BUILT_IN_SIGNERS_VERSION } as const;
    await worker.price('64000', { proof: before });
    await worker.trust('other');
    await worker.price('66000', { proof: { ...before, trust: 'other' } });
    expect(await told()).toEqual([['66000', 'unreported']]);
  });

  it('keeps its states over a restart of the browser, and shows them to the pages', async () => {
    await setRules(ABOVE);
    const first = await start();
    await first.price('64000');
    await first.price('66000');
    endWorker(first);
    await fakeBrowser.storage.session.clear();
    await start();
    const states = (await readAlertStates([BTC])).get(BTC)?.states;
    expect(states?.['a0']?.doneAt).toBeGreaterThan(START_MS);
    expect((await readAlertStates([BTC])).get(BTC)?.watch).toBeNull();
  });

  it.each([
    ['the only one of its feed', []],
    ['one of several', [{ ...ABOVE, trigger: { ...ABOVE.trigger, level: '700' } }]],
  ])('an undo finds what became of a deleted alert after a death: %s', async (_, others) => {
    await setRules(ABOVE, ...others);
    const first = await start();
    await first.price('64000');
    await first.price('66000');
    const removed = await removeAlerts(['a0']);
    endWorker(first);
    const second = await start();
    await second.price('64000');
    await restoreAlerts(removed);
    // It fired, once, as it was asked to.
    await second.price('64100');
    await second.price('66000');
    expect(await told()).toEqual([['66000', 'notification']]);
    expect((await readAlertStates([BTC])).get(BTC)?.states['a0']?.doneAt).not.toBeNull();
  });

  it('does not take what an older alert of the feed left for newer than its own firing', async () => {
    await setRules(ABOVE);
    const old = await start();
    await old.price('64000');
    await old.price('66000');
    endWorker(old);
    await setRules();
    const killed = await start();
    await setRules({ id: 'new', trigger: { kind: 'is', side: 'above', level: '650' } });
    // It dies between its two writes.
    const never = (() => new Promise(() => {})) as never;
    const write = vi.spyOn(fakeBrowser.storage.session, 'set').mockImplementation(never);
    await killed.price('66000');
    endWorker(killed);
    write.mockRestore();
    await (await start()).price('66100');
    expect((await told()).map(([price]) => price)).toEqual(['66000', '66000']);
  });

  it('forgets a deleted alert after a while', async () => {
    await setRules(ABOVE, { ...ABOVE, trigger: { ...ABOVE.trigger, level: '700' } });
    const first = await start();
    await first.price('64000');
    await first.price('66000');
    await removeAlerts(['a0']);
    endWorker(first);
    vi.setSystemTime(Date.now() + 10 * 60_000);
    const second = await start();
    await second.price('65000');
    expect(Object.keys((await readAlertStates([BTC])).get(BTC)?.states ?? {})).toEqual(['a1']);
  });

  it('keeps no price from being stored where the alerts cannot be', async () => {
    await setRules(ABOVE);
    const worker = await start();
    await worker.price('64000');
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const refused = vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValue(new Error('full'));
    await worker.price('66000');
    const latest = await fakeBrowser.storage.session.get(`latest:${BTC}`);
    expect(latest).toMatchObject({ [`latest:${BTC}`]: { price: '66000' } });
    expect(await told()).toEqual([]);
    refused.mockRestore();
    await worker.price('66100');
    expect(await told()).toEqual([['66100', 'notification']]);
  });
});

it('in Balanced, notes that a price comes near to a level, and only there', async () => {
  await setRules(ABOVE);
  const worker = await start();
  const isNear = async () => (await alertReach.getValue())[BTC]?.isNear;
  await worker.price('64000');
  vi.setSystemTime(START_MS + 30_000);
  await worker.price('64500');
  expect(await isNear()).toBe(true);
  // The alert is gone: nothing to come near to.
  await setRules();
  await worker.tick();
  expect(await isNear()).toBeUndefined();

  await backgroundUpdates.setValue('live');
  await setRules(ABOVE);
  vi.setSystemTime(START_MS + 60_000);
  await worker.price('64900');
  expect(await isNear()).toBeUndefined();
});

describe('the clock', () => {
  const MARKET = { trigger: { kind: 'market', change: 'opens' } } as const;

  it('tells that a market opened, without any answer', async () => {
    // START_MS is a Saturday, 00:00 UTC; it opens a minute later.
    await followedFeeds.setValue({ [BTC]: { schedule: 'UTC;C,C,C,C,C,0001-2400,C;' } });
    await setRules(MARKET);
    const worker = await start();
    await worker.tick();
    expect(await told()).toEqual([]);
    vi.setSystemTime(START_MS + 61_000);
    await worker.tick();
    expect(await told()).toEqual([[undefined, 'notification']]);
  });

  it('takes a market whose hours become known for none that closed', async () => {
    await followedFeeds.setValue({});
    await setRules({ trigger: { kind: 'market', change: 'either' } });
    const worker = await start();
    await worker.price('64000');
    await worker.tick();
    await followedFeeds.setValue({ [BTC]: { schedule: 'UTC;C,C,C,C,C,C,C;' } });
    await worker.tick();
    expect(await told()).toEqual([]);
  });

  it('tells a stale price of an open market once', async () => {
    await setRules({ trigger: { kind: 'stale-while-open' } });
    const worker = await start();
    await worker.price('64000', { slot: 1 });
    for (const seconds of [70, 100, 135, 170]) {
      vi.setSystemTime(START_MS + seconds * 1_000);
      await worker.price('64000', { age: seconds, slot: 1 });
      await worker.tick();
    }
    expect(await told()).toEqual([['64000', 'notification']]);
  });
});

describe('delivery', () => {
  it('merges what fires within a second of the first', async () => {
    await setRules(
      ABOVE,
      { ...ABOVE, feedId: ETH },
      { ...ABOVE, trigger: { ...ABOVE.trigger, level: '651' } },
    );
    const worker = await start([BTC, ETH]);
    await worker.price('64000');
    await worker.price('64000', { id: ETH });
    await worker.price('65050');
    expect(created).toHaveLength(1);
    await Promise.all([worker.price('66000'), worker.price('66000', { id: ETH })]);
    const history = await firings.getValue();
    expect(history).toHaveLength(3);
    expect(history.every(({ delivered }) => delivered !== 'pending')).toBe(true);
  });

  it('holds in quiet hours and tells one digest at their end', async () => {
    await keepQuiet();
    await setRules({ ...EITHER, ...REPEATING });
    const worker = await start();
    for (const price of ['64000', '66000', '64000']) await worker.price(price);
    expect((await told()).map(([, how]) => how)).toEqual(['held', 'held']);
    expect(created).toEqual([]);
    vi.setSystemTime(START_MS + 3_600_000);
    await worker.tick();
    expect((await told()).map(([, how]) => how)).toEqual(['digest', 'digest']);
    expect(created).toHaveLength(1);
  });

  it('says in the digest what happened while nobody looked', async () => {
    await keepQuiet();
    await alertSettings.update((settings) => ({ ...settings, tellsMissed: true }));
    await setRules(ABOVE);
    const worker = await start();
    await worker.price('64000');
    vi.setSystemTime(START_MS + 1_800_000);
    await worker.price('66000');
    vi.setSystemTime(START_MS + 3_600_000);
    await worker.tick();
    expect(vi.mocked(fakeBrowser.notifications.create).mock.calls).toMatchObject([
      [expect.any(String), { message: expect.stringContaining('(while nobody looked)') }],
    ]);
  });

  it('leaves the badge, and says why, where notifications are blocked', async () => {
    setPermissionLevel('denied');
    await setRules(ABOVE);
    const worker = await start();
    await worker.price('64000');
    await worker.price('66000');
    expect(await told()).toEqual([['66000', 'badge']]);
    expect(await notificationsBlocked.getValue()).toMatch(/blocked/);
    setPermissionLevel('granted');
    await worker.run(async () => {
      await fakeBrowser.storage.session.set({ testNotificationRequestedAt: Date.now() });
    });
    await settle();
    expect(created).toEqual([expect.stringMatching(/^test/)]);
    expect(await notificationsBlocked.getValue()).toBeNull();
  });

  it('pauses an alert that fires without end, and says so', async () => {
    await setRules({ ...EITHER, ...REPEATING });
    const worker = await start();
    for (let times = 0; times < 20; times += 1) {
      await worker.price(times % 2 === 0 ? '64000' : '66000');
    }
    expect(await told()).toHaveLength(15);
    expect(created.filter((id) => id.startsWith('paused'))).toHaveLength(1);
    expect((await alertMarks.getValue())[BTC]).toBe('fired');
  });

  it('a click on a button snoozes or turns off, and marks it seen', async () => {
    await setRules({ ...EITHER, ...REPEATING });
    const worker = await start();
    await worker.price('64000');
    await worker.price('66000');
    const [id = ''] = created;
    await fakeBrowser.notifications.onButtonClicked.trigger(id, 0);
    await settle();
    expect((await alertRules.getValue())[0]?.snoozedUntil).toBeGreaterThan(Date.now());
    expect((await firings.getValue())[0]?.seenAt).not.toBeNull();
    expect((await alertMarks.getValue())[BTC]).toBe('armed');
    await fakeBrowser.notifications.onButtonClicked.trigger(id, 1);
    await settle();
    expect((await alertRules.getValue())[0]?.enabled).toBe(false);
    expect(await alertMarks.getValue()).toEqual({});
  });

  describe('a click', () => {
    const create = () => vi.spyOn(fakeBrowser.tabs, 'create').mockResolvedValue({} as never);
    const openTabs = (...tabs: object[]) =>
      vi.spyOn(fakeBrowser.tabs, 'query').mockResolvedValue(tabs as never);

    it('opens the feed in a tab and marks it seen, by a worker that knows nothing else', async () => {
      openTabs();
      const open = create();
      await setRules({ ...EITHER, ...REPEATING });
      const first = await start();
      await first.price('64000');
      await first.price('66000');
      endWorker(first);
      await start();
      await fakeBrowser.notifications.onClicked.trigger(created[0] ?? '');
      await settle();
      const url = expect.stringMatching(new RegExp(`/popup\\.html#feed/${BTC}$`));
      expect(open.mock.calls).toEqual([[{ url }]]);
      expect((await firings.getValue())[0]?.seenAt).not.toBeNull();
      expect(await fakeBrowser.notifications.getAll()).toEqual({});
    });

    // A worker that wakes meanwhile knows by the one or by the other that it was told.
    it.each<[string, (id: string) => Promise<unknown>]>([
      ['the notification', (id) => fakeBrowser.notifications.onClicked.trigger(id)],
      ['its button', (id) => fakeBrowser.notifications.onButtonClicked.trigger(id, 0)],
    ])('on %s marks it seen before the notification goes', async (_what, click) => {
      openTabs();
      create();
      const clear = fakeBrowser.notifications.clear.bind(fakeBrowser.notifications);
      const seen: boolean[] = [];
      const lookAndClear = (async (id: string) => {
        seen.push((await firings.getValue()).every(({ seenAt }) => seenAt !== null));
        return clear(id);
      }) as never;
      vi.spyOn(fakeBrowser.notifications, 'clear').mockImplementation(lookAndClear);
      await setRules(ABOVE);
      const worker = await start();
      await worker.price('64000');
      await worker.price('66000');
      await click(created[0] ?? '');
      await settle();
      expect(seen).toEqual([true]);
    });

    it('on what says that an alert was paused opens its feed too', async () => {
      openTabs();
      const open = create();
      await setRules({ ...EITHER, ...REPEATING });
      const worker = await start();
      for (let times = 0; times < 20; times += 1) {
        await worker.price(times % 2 === 0 ? '64000' : '66000');
      }
      const paused = created.find((id) => id.startsWith('paused')) ?? '';
      await fakeBrowser.notifications.onClicked.trigger(paused);
      await settle();
      expect(open.mock.calls).toEqual([[{ url: expect.stringContaining(`#feed/${BTC}`) }]]);
      expect(await fakeBrowser.notifications.getAll()).not.toHaveProperty([paused]);
    });

    it('shows it in the tab of the popup where there is one', async () => {
      openTabs({ id: 7, windowId: 3 });
      const update = vi.spyOn(fakeBrowser.tabs, 'update').mockResolvedValue({} as never);
      const focus = vi.spyOn(fakeBrowser.windows, 'update').mockResolvedValue({} as never);
      await setRules(ABOVE);
      const worker = await start();
      await worker.price('64000');
      await worker.price('66000');
      await fakeBrowser.notifications.onClicked.trigger(created[0] ?? '');
      await settle();
      const url = expect.stringContaining(`#feed/${BTC}`);
      expect(update).toHaveBeenCalledExactlyOnceWith(7, { active: true, url });
      expect(focus).toHaveBeenCalledExactlyOnceWith(3, { focused: true });
    });

    it('opens the list of alerts where it is about several feeds', async () => {
      openTabs();
      const open = create();
      await setRules(ABOVE, { ...ABOVE, feedId: ETH });
      const worker = await start([BTC, ETH]);
      await worker.answer([parsed(BTC, '64000'), parsed(ETH, '64000')]);
      vi.setSystemTime(Date.now() + 5_000);
      await worker.answer([parsed(BTC, '66000'), parsed(ETH, '66000')]);
      await fakeBrowser.notifications.onClicked.trigger(created[0] ?? '');
      await settle();
      const url = expect.stringMatching(/\/popup\.html#alerts$/);
      expect(open.mock.calls).toEqual([[{ url }]]);
      expect((await firings.getValue()).every(({ seenAt }) => seenAt !== null)).toBe(true);
    });
  });
});

describe('the journal', () => {
  it('tells what fired, by the official symbol, and how it was delivered', async () => {
    await followedFeeds.setValue({
      [BTC]: { symbol: 'Crypto.BTC/USD', display_symbol: 'BTC/USD' },
    });
    await rowNames.setValue({ [BTC]: 'My own name' });
    await setRules(ABOVE);
    const worker = await start();
    await worker.price('64000');
    await worker.price('66000');
    expect(recorded).toEqual([
      expect.stringMatching(/^Alert fired: BTC\/USD crossed above 650/),
      '1 alert notified.',
    ]);
  });

  it('tells that notifications are blocked once, and that they come again', async () => {
    setPermissionLevel('denied');
    await setRules({ ...EITHER, ...REPEATING });
    const worker = await start();
    for (const price of ['64000', '66000', '64000']) await worker.price(price);
    const ofBlocking = () => recorded.filter((text) => text.startsWith('Notifications'));
    expect(ofBlocking()).toEqual([expect.stringMatching(/blocked/)]);
    expect(recorded).toContain('1 alert shown on the badge.');
    setPermissionLevel('granted');
    await worker.price('66000');
    expect(ofBlocking().slice(1)).toEqual(['Notifications reach the user again.']);
  });

  it('tells of a suspension and its reason, also in quiet hours', async () => {
    await keepQuiet();
    await setRules({ ...EITHER, ...REPEATING });
    const worker = await start();
    for (let times = 0; times < 20; times += 1) {
      await worker.price(times % 2 === 0 ? '64000' : '66000');
    }
    expect(recorded.filter((text) => text.startsWith('Alert suspended'))).toEqual([
      expect.stringMatching(/crosses 650.* 15 times within 3 minutes/),
    ]);
    expect(recorded).toContain('1 alert held by quiet hours.');
    expect(recorded.some((text) => text.includes('notified'))).toBe(false);
  });

  it('is not filled by what fires at once', async () => {
    await setRules(
      ...Array.from({ length: 9 }, (_, n) => ({
        trigger: { kind: 'crosses', direction: 'above', level: String(645 + n) } as const,
      })),
    );
    const worker = await start();
    await worker.price('64000');
    await worker.price('66000');
    expect(recorded).toHaveLength(5);
    expect(recorded.slice(3)).toEqual([
      '6 more fired with them.',
      '9 alerts notified together with others.',
    ]);
  });
});

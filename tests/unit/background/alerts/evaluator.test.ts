import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { firingWords } from '@/lib/domain/alerts/text/event-words.ts';
import { removeAlerts, restoreAlerts } from '@/lib/pages/alerts/alert-actions.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { ParsedPrice } from '@/lib/price-service/index.ts';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { alertMarks } from '@/lib/storage/values/alert-marks.ts';
import { alertReach } from '@/lib/storage/values/alert-reach.ts';
import { readFeedAlerts } from '@/lib/storage/values/alert-states.ts';
import { alertRules, firings, notificationsBlocked } from '@/lib/storage/values/alerts.ts';
import { storedBytes } from '@/lib/storage/stored-bytes.ts';
import { keepAlertReserve } from '@/lib/storage/values/alert-reserve.ts';
import { candleLines } from '@/lib/storage/values/candles.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { backgroundUpdates, signatures } from '@/lib/storage/values/settings.ts';
import { latestKey, readLatest } from '../../../tools/latest-price.ts';
import { BTC, ETH } from '../feeds.ts';
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
  passMinute,
} from './alert-worker.ts';
import { proofOf } from '../../proofs.ts';

const workers: Worker[] = [];

async function start(followed?: readonly string[]): Promise<Worker> {
  const worker = await startWorker(null, followed);
  workers.push(worker);
  return worker;
}

/** Starts a worker with these alerts, and a price below their level. */
async function startBelow(...rules: Parameters<typeof setRules>): Promise<Worker> {
  await setRules(...rules);
  const worker = await start();
  await worker.price('64000');
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

const deliveries = async () =>
  (await firings.getValue()).map(({ price, delivered }) => [price?.price, delivered]);

describe('evaluation in the step that stores the price', () => {
  it('fires on a crossing and notifies the user', async () => {
    const worker = await startBelow(ABOVE);
    await worker.price('66000');
    await worker.price('67000');
    expect(await deliveries()).toEqual([['66000', 'notified']]);
    expect(created).toEqual([expect.stringContaining(BTC)]);
  });

  it('needs no reads or writes without alerts', async () => {
    const get = vi.spyOn(fakeBrowser.storage.session, 'get');
    const worker = await start();
    get.mockClear();
    await worker.price('64000');
    expect(get).not.toHaveBeenCalled();
    const stored = Object.keys(await fakeBrowser.storage.session.get(null));
    expect(stored.filter((key) => key.startsWith('alerts:'))).toEqual([]);
  });

  it('counts every answer, even if the price does not change', async () => {
    await setRules(ABOVE);
    const worker = await start();
    await worker.price('64000', { slot: 1 });
    // Without the responses in between, six minutes would be a gap.
    for (let minute = 1; minute <= 6; minute += 1) {
      vi.setSystemTime(START_MS + minute * 60_000);
      await worker.price('64000', { age: minute * 60, slot: 1 });
    }
    await worker.price('66000');
    expect(await deliveries()).toEqual([['66000', 'notified']]);
  });

  it('fires on a late price and says how late it was, unless it comes after a gap', async () => {
    await setRules({ ...ABOVE, ...REPEATING });
    const worker = await start();
    await worker.price('64000', { age: 82_800 });
    vi.setSystemTime(Date.now() + 5_000);
    await worker.price('66000', { age: 82_800 });
    const [firing] = await firings.getValue();
    expect(firing).toMatchObject({ lateSeconds: 82_800 });
    expect(firing && firingWords(firing, 'BTC/USD')).toMatch(/ · 23 hours late · Not verified$/);
    const shown = vi.mocked(fakeBrowser.notifications.create).mock.lastCall?.at(-1);
    expect(shown).toMatchObject({ message: expect.stringContaining(' · 23 hours late · ') });
    await worker.price('64000', { age: 82_700 });
    vi.setSystemTime(Date.now() + 3_600_000);
    await worker.price('66000', { age: 82_800 });
    expect((await firings.getValue()).map(({ missed }) => missed)).toEqual([false, true]);
  });

  it('is not held back by an unverified price that is dated ahead', async () => {
    await setRules({ ...ABOVE, ...REPEATING });
    const worker = await start();
    const proof = proofOf('verified', BUILT_IN_SIGNERS_VERSION);
    await worker.price('64000', { proof });
    await worker.price('64000', { age: -4 });
    vi.setSystemTime(Date.now() + 1_000);
    await worker.price('66000', { proof });
    expect(await deliveries()).toEqual([['66000', 'notified']]);
  });

  it('ignores prices that are not verified if verification is required', async () => {
    await signatures.setValue('require');
    await setRules(ABOVE);
    const worker = await start();
    const trust = BUILT_IN_SIGNERS_VERSION;
    const verified = proofOf('verified', trust);
    await worker.price('64000', { proof: verified });
    await worker.price('66000', { proof: proofOf('unchecked', trust) });
    await worker.price('66000');
    expect(await deliveries()).toEqual([]);
    await worker.price('67000', { proof: verified });
    expect(await deliveries()).toEqual([['67000', 'notified']]);
  });

  it('does not evaluate alerts of feeds outside the watchlist', async () => {
    await setRules(ABOVE, { ...ABOVE, feedId: ETH });
    const worker = await start([BTC]);
    await worker.price('64000', { id: ETH });
    await worker.price('66000', { id: ETH });
    await worker.tick();
    expect(await deliveries()).toEqual([]);
    await worker.follow([]);
    await worker.tick();
    expect((await readFeedAlerts([ETH])).feeds).toEqual(new Map());
  });

  it('treats a switch to another price service as a gap', async () => {
    const worker = await startBelow({ ...EITHER, ...REPEATING });
    await worker.forget();
    await worker.price('66000');
    expect(await deliveries()).toEqual([['66000', 'silent']]);
  });

  it('does not fire on a crossing that began at a price proven by signers who are no longer trusted', async () => {
    await setRules(ABOVE);
    const worker = await start();
    const before = proofOf('verified', BUILT_IN_SIGNERS_VERSION);
    await worker.price('64000', { proof: before });
    await worker.trust('other');
    await worker.price('66000', { proof: { ...before, trust: 'other' } });
    expect(await deliveries()).toEqual([['66000', 'silent']]);
  });

  it('keeps its states across a browser restart and makes them available to pages', async () => {
    const first = await startBelow(ABOVE);
    await first.price('66000');
    endWorker(first);
    await fakeBrowser.storage.session.clear();
    await start();
    const states = (await readFeedAlerts([BTC])).feeds.get(BTC)?.states;
    expect(states?.['a0']?.doneAt).toBeGreaterThan(START_MS);
    expect((await readFeedAlerts([BTC])).feeds.get(BTC)?.watch).toBeNull();
  });

  it.each([
    ['the only one of its feed', []],
    ['one of several', [{ ...ABOVE, trigger: { ...ABOVE.trigger, level: '700' } }]],
  ])('restores the state of a deleted alert after the worker died: %s', async (_, others) => {
    const first = await startBelow(ABOVE, ...others);
    await first.price('66000');
    const removed = await removeAlerts(['a0']);
    endWorker(first);
    const second = await start();
    await second.price('64000');
    await restoreAlerts(removed);
    // It has fired once already, so it must not fire again.
    await second.price('64100');
    await second.price('66000');
    expect(await deliveries()).toEqual([['66000', 'notified']]);
    expect((await readFeedAlerts([BTC])).feeds.get(BTC)?.states['a0']?.doneAt).not.toBeNull();
  });

  it('does not prefer the states of a feed’s earlier alert over a newer firing', async () => {
    const old = await startBelow(ABOVE);
    await old.price('66000');
    endWorker(old);
    await setRules();
    const killed = await start();
    await setRules({ id: 'new', trigger: { ...ABOVE.trigger, alsoIfThere: true } });
    // The worker dies between its two writes.
    const never = (() => new Promise(() => {})) as never;
    const write = vi.spyOn(fakeBrowser.storage.session, 'set').mockImplementation(never);
    await killed.price('66000');
    endWorker(killed);
    write.mockRestore();
    await (await start()).price('66100');
    expect((await deliveries()).map(([price]) => price)).toEqual(['66000', '66000']);
  });

  it('discards the state of a deleted alert after a while', async () => {
    const first = await startBelow(ABOVE, {
      ...ABOVE,
      trigger: { ...ABOVE.trigger, level: '700' },
    });
    await first.price('66000');
    await removeAlerts(['a0']);
    endWorker(first);
    vi.setSystemTime(Date.now() + 10 * 60_000);
    const second = await start();
    await second.price('65000');
    expect(Object.keys((await readFeedAlerts([BTC])).feeds.get(BTC)?.states ?? {})).toEqual(['a1']);
  });

  it('stores the price even if the alert states cannot be stored', async () => {
    const worker = await startBelow(ABOVE);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const refused = vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValue(new Error('full'));
    await worker.price('66000');
    const stored = await fakeBrowser.storage.session.get(latestKey(BTC));
    expect(readLatest(stored[latestKey(BTC)])).toMatchObject({ price: '66000' });
    expect(await deliveries()).toEqual([]);
    refused.mockRestore();
    vi.setSystemTime(Date.now() + 5_000);
    await worker.price('66100');
    expect(await deliveries()).toEqual([['66000', 'notified']]);
  });
});

it('stores only in Balanced mode that a price is near a level', async () => {
  await setRules(ABOVE);
  const worker = await start();
  const isNear = async () => (await alertReach.getValue())[BTC]?.isNear;
  await worker.price('64000');
  vi.setSystemTime(START_MS + 30_000);
  await worker.price('64500');
  expect(await isNear()).toBe(true);
  // Without the alert there is no level to be near.
  await setRules();
  await worker.tick();
  expect(await isNear()).toBeUndefined();

  await backgroundUpdates.setValue('live');
  await setRules(ABOVE);
  vi.setSystemTime(START_MS + 60_000);
  await worker.price('64900');
  expect(await isNear()).toBeUndefined();
});

describe('an alert that depends on the clock', () => {
  const MARKET = { trigger: { kind: 'market', change: 'opens' } } as const;

  it('fires when a market opens, without any answer', async () => {
    // START_MS is a Saturday, 00:00 UTC; it opens a minute later.
    await followedFeeds.setValue({ [BTC]: { schedule: 'UTC;C,C,C,C,C,0001-2400,C;' } });
    await setRules(MARKET);
    const worker = await start();
    await worker.tick();
    expect(await deliveries()).toEqual([]);
    vi.setSystemTime(START_MS + 61_000);
    await worker.tick();
    expect(await deliveries()).toEqual([[undefined, 'notified']]);
  });
});

describe('an unverified price after verified ones', () => {
  const verified = { proof: proofOf('verified', BUILT_IN_SIGNERS_VERSION) };
  const unverified = { proof: proofOf('unchecked', BUILT_IN_SIGNERS_VERSION) };

  it('fires nothing while signatures are checked, and the next verified one does', async () => {
    await setRules(ABOVE);
    const worker = await start();
    await worker.price('64000', verified);
    await worker.price('66000', unverified);
    await worker.price('66100', unverified);
    expect(await firings.getValue()).toEqual([]);
    await worker.price('66200', verified);
    expect(await firings.getValue()).toMatchObject([{ price: { price: '66200' } }]);
    expect((await firings.getValue())[0]).not.toHaveProperty('isUnverified');
  });

  it('fires where the user turned signatures off', async () => {
    await signatures.setValue('off');
    await setRules(ABOVE);
    const worker = await start();
    await worker.price('64000', verified);
    await worker.price('66000');
    expect(await firings.getValue()).toHaveLength(1);
    expect((await firings.getValue())[0]).not.toHaveProperty('isUnverified');
  });

  it('is no sign that the feed is current', async () => {
    await setRules({ trigger: { kind: 'stale-while-open' } });
    const worker = await start();
    await worker.price('64000', verified);
    for (let minute = 1; minute <= 4; minute += 1) {
      passMinute();
      await worker.price('64000', unverified);
      await worker.tick();
    }
    expect(await firings.getValue()).toMatchObject([{ what: { kind: 'stale-while-open' } }]);
  });
});

it('says that a price was not verified where none ever was', async () => {
  const worker = await startBelow(ABOVE);
  await worker.price('66000');
  expect(await firings.getValue()).toMatchObject([{ isUnverified: true }]);
  const [[, options]] = vi.mocked(fakeBrowser.notifications.create).mock.calls as unknown as [
    [string, { message: string }],
  ];
  expect(options.message).toContain(t('proof.state.unchecked'));
});

it('a crossing in a market that an unsigned schedule never opens fires on signed prices', async () => {
  const proof = proofOf('verified', BUILT_IN_SIGNERS_VERSION);
  await followedFeeds.setValue({
    [BTC]: { display_symbol: 'BTC/USD', schedule: 'UTC;C,C,C,C,C,C,C;' },
  });
  await setRules(ABOVE, { trigger: { kind: 'stale-while-open' } });
  const worker = await start();
  await worker.price('64000', { proof, age: 100 });
  await worker.price('66000', { proof, age: 90 });
  expect(await firings.getValue()).toMatchObject([{ what: { kind: 'crosses' } }]);
  // Bitcoin never closes: its hours are in the code.
  for (let minute = 1; minute <= 3; minute += 1) {
    passMinute();
    await worker.price('66000', { proof, age: 90 + minute * 61 });
    await worker.tick();
  }
  expect((await firings.getValue()).map(({ what }) => what.kind)).toEqual([
    'crosses',
    'stale-while-open',
  ]);
});

describe('a firing for which local storage has no room', () => {
  /** From now on, local storage has as many bytes as it needs now. */
  async function limitStorage(): Promise<void> {
    const { local } = fakeBrowser.storage;
    const quota = storedBytes(await local.get(null));
    const set = local.set.bind(local);
    const setIfRoom = async (items: object): Promise<void> => {
      const after = { ...(await local.get(null)), ...items };
      if (storedBytes(after) > quota) throw new Error('No room.');
      await set(items);
    };
    Object.assign(local, { set: setIfRoom });
    onTestFinished(() => void Object.assign(local, { set }));
  }

  const fullStorage = () =>
    vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValue(new Error('No room.'));

  it('is stored and notified once there is, even if the price is back', async () => {
    const worker = await startBelow(ABOVE);
    const full = fullStorage();
    await worker.price('66000');
    await worker.price('64000');
    expect(await firings.getValue()).toEqual([]);
    full.mockRestore();
    vi.setSystemTime(Date.now() + 30_000);
    await worker.tick();
    await worker.tick();
    expect(await deliveries()).toEqual([['66000', 'notified']]);
    expect(created).toHaveLength(1);
  });

  it.each([
    ['the reserve', keepAlertReserve],
    ['the lines of unsigned candles', () => candleLines.setValue({ [BTC]: '<'.repeat(2_000) })],
  ])('takes the room of %s', async (_, reserve) => {
    await reserve();
    const worker = await startBelow(ABOVE);
    await limitStorage();
    await worker.price('66000');
    expect(await deliveries()).toEqual([['66000', 'notified']]);
  });

  it('outlives the worker', async () => {
    const worker = await startBelow(ABOVE);
    const full = fullStorage();
    await worker.price('66000');
    endWorker(worker);
    full.mockRestore();
    vi.setSystemTime(Date.now() + 30_000);
    const next = await start();
    await next.price('64000');
    await next.tick();
    expect(await deliveries()).toEqual([['66000', 'notified']]);
  });
});

describe('delivery', () => {
  it('falls back to the badge and stores why if notifications are blocked', async () => {
    setPermissionLevel('denied');
    const worker = await startBelow(ABOVE);
    await worker.price('66000');
    expect(await deliveries()).toEqual([['66000', 'silent']]);
    expect(await notificationsBlocked.getValue()).toBe('blocked');
    setPermissionLevel('granted');
    await worker.sendTestNotification();
    expect(created).toEqual([expect.stringMatching(/^test/)]);
    expect(await notificationsBlocked.getValue()).toBeNull();
  });

  it('snoozes or turns off an alert on a button click and marks its firing as seen', async () => {
    const worker = await startBelow({ ...EITHER, ...REPEATING });
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
    const page = (path: string): string => fakeBrowser.runtime.getURL(path);
    const openTabs = (...tabs: object[]) =>
      vi.spyOn(fakeBrowser.runtime, 'getContexts').mockResolvedValue(tabs as never);

    it('opens the feed in a tab and marks the firing as seen, even in a new worker', async () => {
      openTabs();
      const open = create();
      const first = await startBelow({ ...EITHER, ...REPEATING });
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

    // A worker that starts in between needs one of the two to know that it was delivered.
    it.each<[string, (id: string) => Promise<unknown>]>([
      ['the notification', (id) => fakeBrowser.notifications.onClicked.trigger(id)],
      ['its button', (id) => fakeBrowser.notifications.onButtonClicked.trigger(id, 0)],
    ])('on %s marks the firing as seen before clearing the notification', async (_what, click) => {
      openTabs();
      create();
      const clear = fakeBrowser.notifications.clear.bind(fakeBrowser.notifications);
      const seenWhenCleared: boolean[] = [];
      const recordAndClear = (async (id: string) => {
        seenWhenCleared.push((await firings.getValue()).every(({ seenAt }) => seenAt !== null));
        return clear(id);
      }) as never;
      vi.spyOn(fakeBrowser.notifications, 'clear').mockImplementation(recordAndClear);
      const worker = await startBelow(ABOVE);
      await worker.price('66000');
      await click(created[0] ?? '');
      await settle();
      expect(seenWhenCleared).toEqual([true]);
    });

    it('reuses a tab that already shows the popup', async () => {
      openTabs(
        { tabId: 5, frameId: 0, windowId: 3, documentUrl: page('/options.html') },
        { tabId: 5, frameId: 2, windowId: 3, documentUrl: page('/popup.html') },
        { tabId: 7, frameId: 0, windowId: 3, documentUrl: page('/popup.html#alerts') },
      );
      const update = vi.spyOn(fakeBrowser.tabs, 'update').mockResolvedValue({} as never);
      const focus = vi.spyOn(fakeBrowser.windows, 'update').mockResolvedValue({} as never);
      const worker = await startBelow(ABOVE);
      await worker.price('66000');
      await fakeBrowser.notifications.onClicked.trigger(created[0] ?? '');
      await settle();
      const url = expect.stringContaining(`#feed/${BTC}`);
      expect(update).toHaveBeenCalledExactlyOnceWith(7, { active: true, url });
      expect(focus).toHaveBeenCalledExactlyOnceWith(3, { focused: true });
    });

    it('opens another tab if that one has been closed since', async () => {
      openTabs({ tabId: 7, frameId: 0, windowId: 3, documentUrl: page('/popup.html') });
      vi.spyOn(fakeBrowser.tabs, 'update').mockRejectedValue(new Error('No tab with id: 7.'));
      const open = create();
      const worker = await startBelow(ABOVE);
      await worker.price('66000');
      await fakeBrowser.notifications.onClicked.trigger(created[0] ?? '');
      await settle();
      expect(open).toHaveBeenCalledOnce();
    });

    it('opens the alert list if the notification is about several feeds', async () => {
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
  it('mentions once that notifications are blocked, and when they work again', async () => {
    setPermissionLevel('denied');
    await setRules({ ...EITHER, ...REPEATING });
    const worker = await start();
    for (const price of ['64000', '66000', '64000']) {
      passMinute();
      await worker.price(price);
    }
    const ofBlocking = () => recorded.filter((text) => text.startsWith('notifications'));
    expect(ofBlocking()).toEqual(['notifications problem="blocked"']);
    setPermissionLevel('granted');
    passMinute();
    await worker.price('66000');
    expect(ofBlocking().slice(1)).toEqual(['notifications problem=null']);
  });
});

it('tracks late prices too, because they fire', async () => {
  await setRules(ABOVE);
  await backgroundUpdates.setValue('balanced');
  const worker = await start();
  await worker.price('64000', { age: 82_800 });
  vi.setSystemTime(START_MS + 30_000);
  await worker.price('64500', { age: 82_800 });
  expect((await alertReach.getValue())[BTC]?.isNear).toBe(true);
  // A tick that changes nothing costs no write of it.
  const write = vi.spyOn(fakeBrowser.storage.session, 'set');
  write.mockClear();
  vi.setSystemTime(START_MS + 31_000);
  await worker.price('64500', { age: 82_800 });
  const written = write.mock.calls.flatMap(([items]) => Object.keys(items));
  expect(written).toContain('lastAskedAt');
  expect(written).not.toContain('alertReach');
});

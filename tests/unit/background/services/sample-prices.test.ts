import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createAlert } from '@/lib/pages/alerts/alert-actions.ts';
import { inquire } from '@/lib/pages/inquiries.ts';
import { t } from '@/lib/base/locale/t.ts';
import { sampleFeeds } from '@/lib/domain/samples/sample-feeds.ts';
import { DEFAULT_FEEDS } from '@/lib/domain/watchlist/default-feeds.ts';
import { alertRules, alertsToConfirm, firings } from '@/lib/storage/values/alerts.ts';
import { candleLines, feedsInView } from '@/lib/storage/values/candles.ts';
import { catalog } from '@/lib/storage/catalog-store.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { watchLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { priceServices, signatures, trustSettings } from '@/lib/storage/values/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { candleStore as candles } from '@/lib/storage/candles/candle-store.ts';
import { historyRecords as records } from '@/lib/storage/history/records.ts';
import type { Fault } from '../../../price-service/server.ts';
import { startPriceServices, type PriceServices } from '../../../price-service/services.ts';
import { trustInLocal } from '../../../price-service/test-signers.ts';
import { DEFAULT_SERVICE } from '@/lib/domain/connection/default-service.ts';
import { BTC } from '../feeds.ts';
import { startWorker } from '../../worker/mortal-worker.ts';
import { endWorld, latestPrice, prepareWorld, setUpServices, untilLiveFrom } from './world.ts';
import { until } from '../../worker/fast-time.ts';

// The whole worker with the price service in the extension.

const realFetch = globalThis.fetch;
let fetchSpy: ReturnType<typeof vi.fn>;

beforeEach(() => {
  fetchSpy = vi.fn(() => Promise.reject(new TypeError('no network')));
  vi.stubGlobal('fetch', fetchSpy);
  prepareWorld();
  for (const store of [records, candles]) vi.spyOn(store, 'deleteAll').mockResolvedValue();
});
afterEach(async () => {
  await endWorld();
  vi.unstubAllGlobals();
});

function install(reason = 'install') {
  const worker = startWorker();
  void fakeBrowser.runtime.onInstalled.trigger({ reason } as never);
  return worker;
}

const kindOf = (price: StoredPrice | undefined): string =>
  price ? (price.isSample ? 'sample' : 'real') : 'none';

const untilSampled = () => until(async () => expect((await latestPrice())?.isSample).toBe(true));

/** Everything in extension storage, as text. */
async function storageText(): Promise<string> {
  const { local, session } = fakeBrowser.storage;
  return JSON.stringify([await local.get(null), await session.get(null)]);
}

describe('a new installation', () => {
  it('shows sample prices, and sends nothing', async () => {
    install().openPage();
    await untilSampled();
    await until(async () => expect((await connectionState.getValue()).state).toBe('live'));
    await until(async () =>
      expect((await catalog.getValue()).feeds.length).toBe(sampleFeeds().size),
    );
    const first = await latestPrice();
    await until(async () => expect((await latestPrice())?.price).not.toBe(first?.price));
    expect(first?.proof).toBeUndefined();
    const publishTime = Math.floor(Date.now() / 1_000) - 86_400;
    const { prices } = await inquire({ kind: 'price-at', ids: [BTC], publishTime });
    expect(prices[0]?.price).toMatchObject({ publishTime, isSample: true });
    await feedsInView.setValue([BTC]);
    await until(async () => expect(await candleLines.getValue()).toHaveProperty(BTC));
    expect(await areSamplesShown.getValue()).toBe(true);
    expect(fetchSpy).not.toHaveBeenCalled();
  });

  it('shows no price on the badge, and says so in the tooltip', async () => {
    install().openPage();
    await untilSampled();
    await until(async () =>
      expect(await fakeBrowser.action.getTitle({})).toContain(t('samples.title')),
    );
    expect(await fakeBrowser.action.getBadgeText({})).toBe(t('samples.badge'));
  });

  it('shows them although signatures are required, in the next worker too', async () => {
    const first = install();
    first.openPage();
    await untilSampled();
    await signatures.setValue('require');
    first.die();
    await fakeBrowser.storage.session.clear();
    startWorker().openPage();
    await untilSampled();
    await until(async () =>
      expect(await fakeBrowser.action.getTitle({})).toMatch(/BTC\/USD {2}[\d,.]+/),
    );
    expect(fetchSpy).not.toHaveBeenCalled();
  });

  it('asks for the public feed list only on demand, and for nothing else', async () => {
    install().openPage();
    await untilSampled();
    await until(async () =>
      expect((await catalog.getValue()).feeds.length).toBe(sampleFeeds().size),
    );
    await inquire({ kind: 'refresh-feed-list' });
    const paths = fetchSpy.mock.calls.map(([url]) => new URL(url).pathname);
    expect(new Set(paths)).toEqual(new Set(['/v2/price_feeds']));
    // It could not be reached: the list of samples stays.
    expect((await catalog.getValue()).feeds.length).toBe(sampleFeeds().size);
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['an update', 'update', {}],
    ['an installation with a watchlist', 'install', { watchlist: [BTC] }],
    [
      'an installation that has asked a service before',
      'install',
      { storedService: 'f'.repeat(32) },
    ],
    ['an installation that went live', 'install', { areSamplesShown: false }],
  ])('asks the price service: %s', async (_, reason, items) => {
    await fakeBrowser.storage.local.set<Record<string, unknown>>(items);
    install(reason).openPage();
    await until(() => expect(fetchSpy).toHaveBeenCalled());
    expect(await areSamplesShown.getValue()).toBe(false);
    expect(await latestPrice()).toBeUndefined();
  });
});

describe('going live', () => {
  const LEVEL = {
    trigger: { kind: 'crosses', direction: 'above', level: '1', alsoIfThere: true },
    repeat: { mode: 'once' },
    expiresAt: null,
    note: '',
  } as const;

  /** A profile with sample prices, an alert that has triggered on them, and one on another feed. */
  async function withAlerts() {
    const notified = vi.spyOn(fakeBrowser.notifications, 'create');
    const worker = install();
    worker.openPage();
    await untilSampled();
    const created = await createAlert({ ...LEVEL, feedId: BTC });
    await until(async () => expect(await firings.getValue()).toHaveLength(1));
    await until(() => expect(notified).toHaveBeenCalled());
    expect(notified.mock.lastCall?.[1]).toMatchObject({
      message: expect.stringContaining(t('samples.title')),
    });
    return { worker, alertId: 'rule' in created ? created.rule.id : '' };
  }

  async function expectLive(services: PriceServices, alertId: string, digits: readonly string[]) {
    await untilLiveFrom(services, 0);
    await until(async () => expect((await latestPrice())?.proof?.state).toBe('verified'));
    expect((await latestPrice())?.isSample).toBeUndefined();
    expect(await areSamplesShown.getValue()).toBe(false);
    expect(await alertsToConfirm.getValue()).toEqual([alertId]);
    expect(await alertRules.getValue()).toMatchObject([{ id: alertId, enabled: false }]);
    expect(await firings.getValue()).toEqual([]);
    expect(await watchlist.getValue()).toEqual(DEFAULT_FEEDS.map(({ id }) => id));
    const text = await storageText();
    expect(text).not.toContain('isSample');
    for (const price of digits) expect(text).not.toContain(price);
    expect(vi.spyOn(records, 'deleteAll')).toHaveBeenCalled();
    expect(vi.spyOn(candles, 'deleteAll')).toHaveBeenCalled();
  }

  /** The network, with a price service that has no sample prices. */
  async function goLive(): Promise<PriceServices> {
    vi.stubGlobal('fetch', realFetch);
    return setUpServices(
      [{}],
      DEFAULT_FEEDS.map(({ id }) => id),
    );
  }

  it('deletes sample prices, and pauses the alerts on them', async () => {
    const { alertId } = await withAlerts();
    const digits = [(await latestPrice())?.price ?? ''];
    await expectLive(await goLive(), alertId, digits);
  });

  it('pauses an alert that was added so late that it has met no sample price', async () => {
    install();
    await untilSampled();
    const added = await createAlert({ ...LEVEL, feedId: BTC });
    expect(added).toMatchObject({ rule: { enabled: true } });
    await goLive();
    await until(async () => expect((await latestPrice())?.proof?.state).toBe('verified'));
    expect(await alertRules.getValue()).toMatchObject([{ enabled: false }]);
    expect(await alertsToConfirm.getValue()).toHaveLength(1);
  });

  it('leaves an alert alone that has met no sample price, as one of a backup', async () => {
    // Without a page, the next sample price would come in half a minute.
    install();
    await untilSampled();
    const services = await startPriceServices([{}]);
    onTestFinished(() => services.close());
    vi.stubGlobal('fetch', realFetch);
    const rule = { ...LEVEL, id: 'imported', feedId: BTC, enabled: true };
    await fakeBrowser.storage.local.set<Record<string, unknown>>({
      ...priceServices.entry([{ ...DEFAULT_SERVICE, baseUrl: services.all[0]?.url ?? '' }]),
      ...trustSettings.entry(trustInLocal()),
      ...alertRules.entry([{ ...rule, snoozedUntil: null, armedAt: 0 }]),
    });
    await until(async () => expect((await latestPrice())?.proof?.state).toBe('verified'));
    expect(await alertsToConfirm.getValue()).toEqual([]);
    expect(await alertRules.getValue()).toMatchObject([{ id: 'imported', enabled: true }]);
  });

  it('is completed by the next worker if one dies halfway', async () => {
    const { worker, alertId } = await withAlerts();
    const digits = [(await latestPrice())?.price ?? ''];
    const stop = alertsToConfirm.watch(() => worker.die());
    const services = await goLive();
    await until(async () => expect(await alertsToConfirm.getValue()).toHaveLength(1));
    stop();
    expect(await areSamplesShown.getValue()).toBe(true);
    expect(await storageText()).toContain(digits[0]);
    startWorker().openPage();
    await expectLive(services, alertId, digits);
  });

  /** Sample prices in view, and a service with this fault to go live with. */
  async function goLiveWith(fault: Fault): Promise<PriceServices> {
    install().openPage();
    await untilSampled();
    vi.stubGlobal('fetch', realFetch);
    const services = await startPriceServices([{}]);
    onTestFinished(() => services.close());
    const [service] = services.all;
    service?.fail(fault);
    await trustSettings.setValue(trustInLocal());
    await priceServices.setValue([{ ...DEFAULT_SERVICE, baseUrl: service?.url ?? '' }]);
    return services;
  }

  it('keeps the samples in view until the first real prices are there, and changes all at once', async () => {
    const changes: string[] = [];
    const stops = [
      watchLatestPrices((changed) =>
        changes.push([...new Set(changed.values().map(kindOf))].join(), String(changed.size)),
      ),
      areSamplesShown.watch((areShown) => areShown || changes.push('live')),
    ];
    onTestFinished(() => stops.forEach((stop) => stop()));
    const services = await goLiveWith({ kind: 'delay', ms: 3_000 });
    await until(() => expect(services.all[0]?.requests).not.toEqual([]));
    expect(await fakeBrowser.action.getTitle({})).toContain(t('samples.title'));
    await until(() => expect(changes).toContain('live'));
    const since = changes.slice(changes.lastIndexOf('sample') + 2);
    expect(since.slice(0, 3)).toEqual(['real', String(DEFAULT_FEEDS.length), 'live']);
  });

  it('ends the samples after 8 s, whatever is there', async () => {
    await goLiveWith({ kind: 'hang', where: 'before' });
    const since = Date.now();
    await until(async () => expect(await areSamplesShown.getValue()).toBe(false));
    expect(Date.now() - since).toBeGreaterThan(7_500);
    expect(await latestPrice()).toBeUndefined();
  });

  it('needs no other service', async () => {
    const worker = install();
    worker.openPage();
    await untilSampled();
    await areSamplesShown.setValue(false);
    await until(() => expect(fetchSpy).toHaveBeenCalled());
    await until(async () => expect(await storageText()).not.toContain('isSample'));
    worker.die();
    startWorker().openPage();
    await until(async () => expect((await connectionState.getValue()).state).toBe('offline'));
    expect(await latestPrice()).toBeUndefined();
  });
});

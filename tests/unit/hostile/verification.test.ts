import { t } from '@/lib/base/locale/t.ts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { serviceMark } from '@/lib/domain/connection/service-mark.ts';
import { forgetRequests } from '../storage/requests/budgets.ts';
import { failedChecks, lastKnownPrices } from '@/lib/storage/values/prices.ts';
import { storedService } from '@/lib/storage/values/connection-memory.ts';
import { signatures, trustSettings } from '@/lib/storage/values/settings.ts';
import { DEFAULT_TRUST_SETTINGS } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { journal } from '@/lib/storage/values/diagnostics.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { historyRecords } from '@/lib/storage/history/records.ts';
import { inquire, sendCommand } from '@/lib/pages/inquiries.ts';
import { watchLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import { trustInForce } from '@/lib/storage/values/trust-in-force.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import {
  startPriceService,
  type PriceService,
  type Tampering,
} from '../../price-service/server.ts';
import { trustInLocal } from '../../price-service/test-signers.ts';
import { storedPriceSchema } from '@/lib/domain/prices/stored-price.ts';
import { latestKey, readLatest } from '../../tools/latest-price.ts';
import { BTC } from '../background/feeds.ts';
import {
  endWorkers,
  makeWorkersMortal,
  startWorker,
  type MortalWorker,
} from '../worker/mortal-worker.ts';
import { journalLine } from '@/lib/domain/diagnostics/journal-event.ts';
import { setService } from '../domain/connection/services.ts';

vi.mock('@/lib/domain/signed-updates/verify.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('@/lib/domain/signed-updates/verify.ts')>();
  const verifyUpdateInTurns: typeof real.verifyUpdateInTurns = async (...update) => {
    verifying.begun += 1;
    await verifying.gate;
    return real.verifyUpdateInTurns(...update);
  };
  return { ...real, verifyUpdateInTurns };
});

/** What the verifier waits for before it reads an update, and how many updates it got. */
const verifying = vi.hoisted(() => ({ gate: Promise.resolve(), begun: 0 }));

// The whole worker with a service that falsifies updates: storage, badge and tooltip.

const GREY = '#6c7686';

let service: PriceService;
let badge: { text: string; color: unknown; title: string };

beforeEach(async () => {
  badge = { text: '', color: '', title: '' };
  Object.assign(verifying, { gate: Promise.resolve(), begun: 0 });
  const { action } = fakeBrowser;
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(action, 'setBadgeText').mockImplementation(({ text }) => {
    badge.text = text ?? '';
  });
  vi.spyOn(action, 'setTitle').mockImplementation(({ title }) => {
    badge.title = title ?? '';
  });
  vi.spyOn(action, 'setBadgeTextColor').mockResolvedValue();
  vi.spyOn(action, 'setBadgeBackgroundColor').mockImplementation(({ color }) => {
    badge.color = color;
  });
  makeWorkersMortal();
  service = await startPriceService({ updatesPerSecond: 0 });
  await setService({ baseUrl: service.url, headers: [] });
  await trustSettings.setValue(trustInLocal());
  await watchlist.setValue([BTC]);
});

afterEach(async () => {
  vi.unstubAllGlobals();
  endWorkers();
  await service.close();
  vi.restoreAllMocks();
});

const isPoll = ({ path }: { path: string }): boolean => path.endsWith('/price/latest');
const until = (check: () => void | Promise<void>) => vi.waitFor(check);

async function refresh(): Promise<void> {
  await forgetRequests();
  sendCommand('refresh');
}

async function stored() {
  const raw = await fakeBrowser.storage.session.get(latestKey(BTC));
  return storedPriceSchema.safeParse(readLatest(raw[latestKey(BTC)])).data;
}

/** Starts the worker and waits for a price of this state; without one, for any price. */
async function startWith(state?: 'verified' | 'unchecked'): Promise<MortalWorker> {
  const worker = startWorker();
  await until(async () => expect(await stored()).toBeDefined());
  await until(async () => expect((await stored())?.proof?.state).toBe(state));
  return worker;
}

describe('a service whose signed bytes are forged', () => {
  it.each<Tampering>(['wrong-proof', 'short-quorum'])(
    'changes no stored price and is reported: %s',
    async (tampering) => {
      await startWith('verified');
      const good = await stored();
      await until(() => expect(badge.title).toContain('Verified'));
      service.tamper(tampering);
      service.setPrice(BTC, { price: '1', conf: '1', expo: 0 });
      await refresh();
      await until(async () => expect(Object.keys(await failedChecks.getValue())).toEqual([BTC]));
      expect(await stored()).toEqual(good);
      await until(() => expect(badge.title).toContain('1 price isn’t verified.'));
      expect(badge.text).not.toBe('1');
      expect(badge.color).toBe(GREY);
    },
  );

  it('provides prices while signatures are off, which are removed once they are on', async () => {
    const deleteUnverified = vi.spyOn(historyRecords, 'deleteUnverified').mockResolvedValue();
    await signatures.setValue('off');
    service.tamper('wrong-proof');
    await startWith();
    await until(() => expect(badge.text).not.toMatch(/^–?$/));
    await signatures.setValue('show');
    await until(async () => expect(Object.keys(await failedChecks.getValue())).toEqual([BTC]));
    expect(await stored()).toBeUndefined();
    // Unproven past prices are removed too.
    const trust = await trustInForce.getValue();
    await until(() => expect(deleteUnverified).toHaveBeenLastCalledWith(trust));
    expect(await lastKnownPrices.getValue()).toEqual({});
    await until(() => expect(badge.title).toContain('1 price isn’t verified.'));
    expect(badge.text).toBe('–');
  });

  it('is not verified, but no failure, if its signers are not trusted', async () => {
    service.tamper('wrong-emitter');
    await startWith('unchecked');
    expect(await failedChecks.getValue()).toEqual({});
    await until(() => expect(badge.title).toContain(t('proof.state.unchecked')));
  });
});

it('a genuine price from years ago does not count as the price of yesterday', async () => {
  await startWith('verified');
  const now = Math.floor(Date.now() / 1_000);
  service.answerPastFrom(now - 3 * 365 * 86_400);
  await forgetRequests();
  const { prices } = await inquire({ kind: 'price-at', ids: [BTC], publishTime: now - 86_400 });
  expect(prices).toMatchObject([{ id: BTC, price: null, details: null }]);
  expect(prices[0]?.failure).toEqual({ code: 'too-early' });
});

it('an uncaught error is in the journal, without secrets', async () => {
  const listeners = new EventTarget();
  vi.stubGlobal('addEventListener', listeners.addEventListener.bind(listeners));
  await startWith('verified');
  const reason = new TypeError(`No route to ${service.url}/v2`);
  listeners.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  await until(async () => {
    const texts = (await journal.getValue()).map(({ event }) => journalLine(event));
    expect(texts).toContain('uncaught isRejection=true errorName="TypeError" message=null');
  });
});

describe('removed signers', () => {
  it('no longer prove the price on the badge', async () => {
    await signatures.setValue('require');
    await startWith('verified');
    await until(() => expect(badge.text).not.toMatch(/^–?$/));
    await trustSettings.setValue(DEFAULT_TRUST_SETTINGS);
    await until(() => expect(badge.text).toBe('–'));
    expect((await stored())?.proof?.state).not.toBe('verified');
  });
});

it('removed signers no longer correct the clock', async () => {
  await service.close();
  const threeHours = 3 * 3_600_000;
  service = await startPriceService({
    updatesPerSecond: 0,
    marketNow: () => Date.now() + threeHours,
  });
  await setService({ baseUrl: service.url, headers: [] });
  await startWith('verified');
  await until(async () => expect((await clockSkew.getValue()).skewMs).toBeLessThan(-1e7));
  await trustSettings.setValue(DEFAULT_TRUST_SETTINGS);
  await until(async () => expect((await clockSkew.getValue()).skewMs).toBe(0));
});

describe('another service', () => {
  it('shows no update of the previous one that was not verified yet', async () => {
    const gate = Promise.withResolvers<void>();
    verifying.gate = gate.promise;
    startWorker();
    await until(() => expect(verifying.begun).toBe(1));
    const other = await startPriceService({ updatesPerSecond: 0 });
    onTestFinished(() => other.close());
    other.setPrice(BTC, { price: '5', conf: '1', expo: 0 });
    await setService({ baseUrl: other.url, headers: [] });
    await until(() => expect(other.requests.some(isPoll)).toBe(true));
    const prices: unknown[] = [];
    onTestFinished(watchLatestPrices((changed) => prices.push(changed.get(BTC)?.price)));
    gate.resolve();
    await until(() => expect(prices).toContain('5'));
    expect(prices).toEqual(['5']);
  });

  it('shows nothing from a worker that died while the service changed', async () => {
    const worker = await startWith('verified');
    await until(async () =>
      expect(await storedService.getValue()).toBe(await serviceMark(service.url)),
    );
    worker.die();
    await setService({ baseUrl: 'http://127.0.0.1:1', headers: [] });
    startWorker();
    await until(async () => expect(await stored()).toBeUndefined());
    await until(async () => expect(await lastKnownPrices.getValue()).toEqual({}));
    const mark = await serviceMark('http://127.0.0.1:1');
    await until(async () => expect(await storedService.getValue()).toBe(mark));
  });
});

import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { t } from '@/lib/base/locale/t.ts';
import { PUBLIC_SERVICES } from '@/lib/domain/connection/public-services.ts';
import { DEFAULT_FEEDS } from '@/lib/domain/watchlist/default-feeds.ts';
import { goLive } from '@/lib/pages/connection/go-live.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { historyServices, priceServices } from '@/lib/storage/values/settings.ts';
import {
  startPriceService,
  type Fault,
  type PriceService,
  type PriceServiceOptions,
} from '../../../price-service/server.ts';

const TOKEN = [{ name: 'Authorization', value: 'Bearer key-1' }];
const IDS = DEFAULT_FEEDS.map(({ id }) => id);
const latest = /updates\/price\/latest/;
let service: PriceService;

beforeEach(async () => {
  fakeBrowser.reset();
  await areSamplesShown.setValue(true);
});

afterEach(() => service.close());

async function start(options: PriceServiceOptions = {}): Promise<void> {
  service = await startPriceService(options);
}

function go(headers = TOKEN, baseUrl = service.url) {
  return goLive({ baseUrl, headers }, { serviceId: 'first', sharesToken: true });
}

async function unchanged(): Promise<boolean> {
  const [stored] = await priceServices.getValue();
  return stored?.baseUrl === PUBLIC_SERVICES.public && (await areSamplesShown.getValue());
}

describe('going live', () => {
  it('stores a service that works, and leaves the samples to the worker', async () => {
    await start({ requireHeader: { name: 'Authorization', value: 'Bearer key-1' } });
    expect(await go()).toMatchObject({ isLive: true, notCovered: 0 });
    expect(await priceServices.getValue()).toMatchObject([
      { id: 'first', baseUrl: service.url, headers: TOKEN },
    ]);
    // The worker ends the samples when it has real prices.
    expect(await areSamplesShown.getValue()).toBe(true);
    // A service of one's own has no history service that is known.
    expect(await historyServices.getValue()).toEqual({});
  });

  it('works without a token where none is needed', async () => {
    await start();
    expect(await go([])).toMatchObject({ isLive: true });
    expect(await priceServices.getValue()).toMatchObject([{ baseUrl: service.url, headers: [] }]);
  });

  it('ends the samples if the public service needs no token', async () => {
    await start();
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      fetch(url.replace(PUBLIC_SERVICES.public, service.url), init),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await go([], PUBLIC_SERVICES.public)).toMatchObject({ isLive: true });
    expect(await areSamplesShown.getValue()).toBe(false);
  });

  it('asks for all feeds at once, so that a token that covers some of them counts the others', async () => {
    await start();
    service.fail({ kind: 'not-entitled', ids: IDS.slice(0, 3) });
    expect(await go()).toMatchObject({ isLive: true, notCovered: 3 });
  });

  it.each<[string, Fault, string]>([
    ['401', { kind: 'status', status: 401 }, t('serviceProblem.tokenRejected')],
    ['403', { kind: 'status', status: 403 }, t('serviceProblem.noPrices.notCovered')],
    [
      'a token that covers no feed',
      { kind: 'not-entitled', ids: IDS },
      t('connectionTest.headline.tokenNotForSome', { number: String(IDS.length) }),
    ],
    ['503', { kind: 'status', status: 503 }, t('serviceProblem.httpStatus', { status: '503' })],
    ['429', { kind: 'status', status: 429 }, t('serviceProblem.rateLimit')],
    ['no price service', { kind: 'malformed' }, t('serviceProblem.invalidAnswer')],
  ])('says what is wrong and changes nothing: %s', async (_, fault, headline) => {
    await start();
    service.fail({ ...fault, path: latest });
    const { isLive, report } = await go();
    expect(isLive).toBe(false);
    expect(report.headline).toBe(headline);
    expect(await unchanged()).toBe(true);
  });

  it('stores nothing if it is given up', async () => {
    await start();
    const signal = AbortSignal.abort(new Error('gone'));
    const options = { serviceId: 'first', sharesToken: true, signal };
    await expect(goLive({ baseUrl: service.url, headers: [] }, options)).rejects.toThrow('gone');
    expect(await unchanged()).toBe(true);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import {
  testConnection,
  type ConnectionTestOptions,
} from '@/lib/pages/connection/test-connection.ts';
import { describeTest } from '@/lib/pages/connection/test-words.ts';
import { RequestPausedError } from '@/lib/domain/connection/state.ts';
import { t } from '@/lib/base/locale/t.ts';
import { budget, budgetOf } from '../../storage/requests/budgets.ts';
import { FIRST_DEFAULT_FEEDS } from '@/lib/domain/watchlist/default-feeds.ts';
import type { ConnectionSettings } from '@/lib/domain/settings.ts';
import {
  startPriceService,
  type Fault,
  type PriceService,
  type PriceServiceOptions,
} from '../../../price-service/server.ts';

const TOKEN = 'sesame-5up3r';
const PREFIX = '/k9/path-s3cret/hermes';
const services: PriceService[] = [];

afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

async function start(options: PriceServiceOptions = {}): Promise<PriceService> {
  const service = await startPriceService({ prefix: PREFIX, ...options });
  services.push(service);
  return service;
}

async function test(settings: Partial<ConnectionSettings>, options?: ConnectionTestOptions) {
  const baseUrl = 'https://prices.example';
  return describeTest(await testConnection({ baseUrl, headers: [], ...settings }, options));
}

/** Behaves like a browser with a service without CORS headers. */
const crossOrigin = (init: RequestInit): Promise<Response> => {
  if (init.mode === 'no-cors') return Promise.resolve(new Response());
  return Promise.reject(new TypeError('Failed to fetch'));
};

const withToken = [{ name: 'Authorization', value: `Bearer ${TOKEN}` }];
const latest = /updates\/price\/latest/;

describe('testing a connection', () => {
  it('reports feeds, prices and latency', async () => {
    const service = await start();
    const report = await test({ baseUrl: service.url });
    expect(report).toEqual({
      good: true,
      headline: t('connectionTest.headline.connected'),
      facts: [expect.stringMatching(/^\d+ prices$/), expect.stringMatching(/^[\d,]+ ms$/)],
      remedy: null,
    });
  });

  it('makes one request per call, with the headers and the path prefix', async () => {
    const service = await start({
      requireHeader: { name: 'authorization', value: `Bearer ${TOKEN}` },
    });
    expect((await test({ baseUrl: service.url, headers: withToken })).good).toBe(true);
    expect(service.requests.map(({ path, status }) => [path, status])).toEqual([
      ['/v2/price_feeds', 200],
      ['/v2/updates/price/latest', 200],
    ]);
  });

  it('requests the first feed of the watchlist that the service offers, otherwise a default feed', async () => {
    const service = await start();
    const [bitcoin, , euro] = FIRST_DEFAULT_FEEDS.map(({ id }) => id);
    const watchlist = ['f'.repeat(64), euro ?? '', bitcoin ?? ''];
    const result = await testConnection({ baseUrl: service.url, headers: [] }, { watchlist });
    expect(result.symbol).toBe('EUR/USD');
    expect(service.requests.at(-1)?.ids).toEqual([euro]);

    await testConnection({ baseUrl: service.url, headers: [] });
    expect(service.requests.at(-1)?.ids).toEqual([bitcoin]);
  });

  it('reports that an access token is needed or not accepted', async () => {
    const service = await start({
      requireHeader: { name: 'Authorization', value: `Bearer ${TOKEN}` },
    });
    const needed = await test({ baseUrl: service.url });
    expect(needed).toMatchObject({
      good: false,
      headline: t('serviceProblem.tokenNeeded'),
      remedy: 'access-token',
    });
    expect(needed.facts).toContain('v2/updates/price/latest: HTTP 401');
    expect(needed.facts).toContain('Message from the service: unauthorized');

    const wrong = await test({
      baseUrl: service.url,
      headers: [{ name: 'authorization', value: 'Bearer wrong' }],
    });
    expect(wrong.headline).toBe(t('serviceProblem.tokenRejected'));
  });

  it.each<[Fault, string, string]>([
    [{ kind: 'status', status: 403 }, t('serviceProblem.tokenNeeded'), 'HTTP 403'],
    [
      { kind: 'status', status: 429, headers: { 'retry-after': '42' } },
      t('serviceProblem.rateLimit'),
      'Try again in 42 seconds',
    ],
    [{ kind: 'status', status: 404 }, 'No price for BTC/USD', 'HTTP 404'],
    [
      { kind: 'status', status: 503 },
      'The price service returned an error (HTTP 503).',
      'HTTP 503',
    ],
    [
      { kind: 'status', status: 400 },
      'The price service returned an error (HTTP 400).',
      'HTTP 400',
    ],
    [
      { kind: 'malformed' },
      'The response isn’t what a price service sends. Check the base URL.',
      'v2/updates/price/latest',
    ],
    [
      { kind: 'reset', where: 'body' },
      t('serviceProblem.unreachable'),
      'v2/updates/price/latest: broken',
    ],
  ])('explains %j for prices', async (fault, headline, text) => {
    const service = await start();
    service.fail({ ...fault, path: latest });
    const report = await test({ baseUrl: service.url });
    expect(report).toMatchObject({ good: false, headline });
    expect(report.facts[0]).toMatch(/^\d+ prices$/);
    expect(report.facts.join(' · ')).toContain(text);
  });

  it('tries another feed of the watchlist if the access token does not cover the first one', async () => {
    const service = await start();
    const [bitcoin = '', ether = '', euro = ''] = FIRST_DEFAULT_FEEDS.map(({ id }) => id);
    service.fail({ kind: 'not-entitled', ids: [bitcoin] });
    const settings = { baseUrl: service.url, headers: withToken };
    const report = await test(settings, { watchlist: [bitcoin, ether, euro] });
    expect(report).toMatchObject({
      good: true,
      headline: t('connectionTest.headline.connected'),
      remedy: null,
    });
    expect(report.facts).toContain(t('connectionTest.fact.notCovered', { feed: 'BTC/USD' }));
    expect(service.requests.slice(1).map(({ ids }) => ids)).toEqual([[bitcoin], [ether]]);
  });

  it('tries only one other feed', async () => {
    const service = await start();
    const watchlist = FIRST_DEFAULT_FEEDS.map(({ id }) => id);
    service.fail({ kind: 'not-entitled', ids: watchlist });
    const settings = { baseUrl: service.url, headers: withToken };
    expect(await test(settings, { watchlist })).toMatchObject({
      good: false,
      headline: 'The access token doesn’t cover BTC/USD or ETH/USD',
      remedy: 'access-token',
    });
    expect(service.requests).toHaveLength(3);
    expect(await test(settings)).toMatchObject({
      headline: 'The access token doesn’t cover BTC/USD',
    });
    expect(service.requests).toHaveLength(5);
    expect((await test({ baseUrl: service.url })).headline).toBe(
      'An access token is needed for BTC/USD',
    );
  });

  it('counts toward the request limit of the configured service only', async () => {
    const service = await start();
    await test({ baseUrl: service.url });
    expect((await budgetOf(service.url)).sentAt).toHaveLength(0);
    await test({ baseUrl: service.url }, { isFollowed: true });
    expect((await budgetOf(service.url)).sentAt).toHaveLength(2);
  });

  it('stores the pause that the configured service requests, and sends nothing during it', async () => {
    const service = await start();
    const headers = { 'retry-after': '42' };
    service.fail({ kind: 'status', status: 429, headers, path: latest });
    const refused = await test({ baseUrl: service.url }, { isFollowed: true });
    expect(refused.headline).toBe(t('serviceProblem.rateLimit'));
    const { length } = service.requests;
    await expect(budget.take(service.url)).rejects.toBeInstanceOf(RequestPausedError);

    const paused = await test({ baseUrl: service.url }, { isFollowed: true });
    expect(paused).toMatchObject({ good: false, headline: t('serviceProblem.rateLimit') });
    expect(paused.facts).toEqual([expect.stringMatching(/^Try again in 4[0-2] seconds\.$/)]);
    expect(service.requests).toHaveLength(length);
  });

  it('reports a redirect to a site that does not get the headers', async () => {
    const requireHeader = { name: 'Authorization', value: `Bearer ${TOKEN}` };
    const [service, other] = [await start(), await start({ requireHeader })];
    const location = `${other.url}/v2/updates/price/latest`;
    service.fail({ kind: 'redirect', status: 307, location, path: latest });
    const report = await test({ baseUrl: service.url, headers: withToken });
    expect(report).toMatchObject({
      good: false,
      headline: t('serviceProblem.redirected'),
      remedy: null,
    });
    expect(report.facts).toContain('v2/updates/price/latest: other-site');
    expect(JSON.stringify(other.requests)).not.toContain(TOKEN);
  });

  it('stores the pause of a 503 with Retry-After, even from the first call', async () => {
    const service = await start();
    const headers = { 'retry-after': '42' };
    service.fail({ kind: 'status', status: 503, headers });
    const paused = await test({ baseUrl: service.url }, { isFollowed: true });
    expect(paused.headline).toBe(t('serviceProblem.rateLimit'));
    expect(service.requests).toHaveLength(1);

    const unfollowed = await start();
    unfollowed.fail({ kind: 'status', status: 503, headers });
    const report = await test({ baseUrl: unfollowed.url });
    expect(report.headline).toBe(t('serviceProblem.httpStatus', { status: '503' }));
    expect(unfollowed.requests).toHaveLength(2);
  });

  it('reports the same error of both calls only once', async () => {
    const service = await start();
    service.fail({ kind: 'status', status: 404 });
    expect(await test({ baseUrl: service.url })).toMatchObject({
      headline: t('connectionTest.headline.wrongPath'),
      facts: ['v2/updates/price/latest: HTTP 404', expect.stringMatching(/ ms$/)],
    });
  });

  it('still tries prices if the catalog fails', async () => {
    const service = await start();
    service.fail({ kind: 'status', status: 500, path: /price_feeds/ });
    const report = await test({ baseUrl: service.url });
    expect(report).toMatchObject({
      good: false,
      headline: t('connectionTest.headline.noFeedList'),
    });
    expect(report.facts[0]).toBe('v2/price_feeds: HTTP 500');
  });

  it('reports that the service does not answer', async () => {
    const service = await start();
    await service.close();
    expect(await test({ baseUrl: service.url })).toEqual({
      good: false,
      headline: t('serviceProblem.unreachable'),
      facts: ['v2/price_feeds: unreachable'],
      remedy: null,
    });
  });

  it('ends when its signal aborts', async () => {
    const service = await start();
    service.fail({ kind: 'hang', where: 'before' });
    const controller = new AbortController();
    const running = test({ baseUrl: service.url }, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });
});

describe('a service that hides its answers from other origins', () => {
  it('is distinguished from one that is down, without sending it the headers', async () => {
    const probes: [string, RequestInit][] = [];
    const report = await test(
      { baseUrl: 'https://prices.example/x', headers: withToken },
      {
        fetch: (url, init) => {
          if (init.mode === 'no-cors') probes.push([url, init]);
          return crossOrigin(init);
        },
      },
    );
    expect(report).toMatchObject({ good: false, remedy: 'grant-access' });
    expect(report.headline).toContain('CORS');
    expect(probes).toHaveLength(1);
    expect(probes[0]?.[0]).toBe('https://prices.example/x/v2/price_feeds');
    expect(probes[0]?.[1].headers).toBeUndefined();
  });

  it('may hide only prices, for example if an error answer has no CORS headers', async () => {
    const report = await test(
      {},
      {
        fetch: async (url, init) =>
          url.includes('price_feeds') && init.mode !== 'no-cors'
            ? Response.json([{ id: 'a'.repeat(64), attributes: {} }])
            : crossOrigin(init),
      },
    );
    expect(report).toMatchObject({ good: false, remedy: 'grant-access' });
    expect(report.facts[0]).toBe('1 price');
  });
});

describe('secrets', () => {
  const headers = [...withToken, { name: 'X-Pin', value: '4711' }];

  it.each<Fault>([
    { kind: 'status', status: 401, body: `no Bearer ${TOKEN}` },
    { kind: 'status', status: 401, body: `wrong token ${TOKEN}` },
    { kind: 'status', status: 403, body: 'pin 4711 is wrong' },
    { kind: 'status', status: 403, body: 'pin 47\u200B11 is wrong' },
    { kind: 'status', status: 404, body: `nothing at ${PREFIX}/v2` },
    { kind: 'status', status: 404, body: 'no tenant k9' },
    { kind: 'body', body: `<html>${PREFIX} ${TOKEN} 4711</html>` },
    { kind: 'reset', where: 'before' },
  ])('are never in a report: %j', async (fault) => {
    const service = await start();
    service.fail(fault);
    const report = JSON.stringify(await test({ baseUrl: service.url, headers }));
    for (const secret of [TOKEN, '4711', 'path-s3cret', 'k9']) expect(report).not.toContain(secret);
  });

  it('do not remove other messages from the service', async () => {
    const service = await start();
    service.fail({ kind: 'status', status: 403, body: 'Not entitled: feed e62d', path: latest });
    const { facts } = await test({ baseUrl: service.url, headers });
    expect(facts).toContain('Message from the service: Not entitled: feed e62d');
  });
});

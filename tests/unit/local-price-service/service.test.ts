import { describe, expect, it } from 'vitest';
import {
  BTC,
  ETH,
  getItem,
  getUpdate,
  idsQuery,
  LATEST,
  NOON_MS,
  openStream,
  startService,
  statusAndText,
  UNKNOWN,
} from './support.ts';

describe('CORS', () => {
  it('allows what a preflight requests, and lets pages read errors too', async () => {
    const service = await startService();
    const preflight = await fetch(service.url + LATEST + idsQuery(BTC), {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.org',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization, x-other',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('GET');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization, x-other');

    service.fail({ kind: 'status', status: 429, headers: { 'retry-after': '60' } });
    const refused = await fetch(service.url + LATEST + idsQuery(BTC));
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.get('access-control-expose-headers')).toBe('*');

    expect(service.preflights.map(({ method, status }) => [method, status])).toEqual([
      ['OPTIONS', 204],
    ]);
    expect(service.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  it('lets pages read only the configured answer headers', async () => {
    const service = await startService({ exposedHeaders: 'retry-after' });
    const { headers } = await fetch(`${service.url}/v2/price_feeds`);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toBe('retry-after');
  });

  it('can be off', async () => {
    const service = await startService({ cors: false });
    const url = service.url + LATEST + idsQuery(BTC);
    for (const method of ['OPTIONS', 'GET']) {
      const response = await fetch(url, { method });
      const names = [...response.headers.keys()];
      expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
    expect(service.preflights[0]?.status).toBe(405);
  });
});

describe('gzip', () => {
  it('compresses JSON of more than a kilobyte if the client accepts it', async () => {
    const service = await startService({ now: () => NOON_MS });
    const url = service.url + LATEST + idsQuery(BTC);
    const packed = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await packed.json()).toEqual(await plain.json());
  });

  it('does not change small answers, errors and streams', async () => {
    const service = await startService();
    for (const path of [
      '/v2/price_feeds?query=btc',
      LATEST + idsQuery(...Array<string>(30).fill(UNKNOWN)),
    ]) {
      const response = await fetch(service.url + path);
      expect(response.headers.get('content-encoding')).toBeNull();
    }
    const { response } = await openStream(service, idsQuery(BTC));
    expect(response.headers.get('content-encoding')).toBeNull();
  });
});

describe('the access token', () => {
  it('is required for price calls, but not for the catalog', async () => {
    const service = await startService({
      requireHeader: { name: 'Authorization', value: 'Bearer good' },
    });
    const urls = [
      service.url + LATEST + idsQuery(BTC),
      `${service.url}/v2/updates/price/1${idsQuery(BTC)}`,
      `${service.url}/v2/updates/price/stream${idsQuery(BTC)}`,
      `${service.url}/v2/updates/publisher_stake_caps/latest`,
    ];
    for (const url of urls) expect(await statusAndText(url)).toEqual([401, 'unauthorized']);
    expect((await fetch(`${service.url}/v2/price_feeds`)).status).toBe(200);
    const bad = await fetch(urls[0] ?? '', { headers: { authorization: 'Bearer bad' } });
    const good = await fetch(urls[0] ?? '', { headers: { authorization: 'Bearer good' } });
    expect([bad.status, good.status]).toEqual([401, 200]);
  });
});

describe('the prefix', () => {
  it('precedes every path, and is not part of the recorded path', async () => {
    const service = await startService({ prefix: 'secret/hermes/' });
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/secret\/hermes$/);
    expect((await getItem(service, BTC)).id).toBe(BTC);
    const origin = new URL(service.url).origin;
    expect((await fetch(origin + LATEST + idsQuery(BTC))).status).toBe(404);
    expect((await fetch(`${origin}/secret/hermesX${LATEST}${idsQuery(BTC)}`)).status).toBe(404);
    expect(service.requests[0]?.path).toBe(LATEST);
  });
});

describe('the request log', () => {
  it('has requests and their answers', async () => {
    const service = await startService({ now: () => NOON_MS });
    const query = `?ids[]=0X${BTC.toUpperCase()}&ids%5B%5D=${ETH}&encoding=hex`;
    await getUpdate(service, LATEST + query);
    await expect.poll(() => service.requests[0]?.endedAt).toBe(NOON_MS);
    expect(service.requests[0]).toMatchObject({
      at: NOON_MS,
      method: 'GET',
      path: LATEST,
      query: query.slice(1),
      ids: [BTC, ETH],
      status: 200,
      headers: { host: new URL(service.url).host },
    });
  });

  it('has a request that is not answered yet', async () => {
    const service = await startService();
    service.fail({ kind: 'hang', where: 'before' });
    const controller = new AbortController();
    const answer = fetch(service.url + LATEST, { signal: controller.signal });
    const failed = expect(answer).rejects.toThrow();
    await expect.poll(() => service.requests.length).toBe(1);
    expect(service.requests[0]).toMatchObject({ status: null, endedAt: null });
    controller.abort();
    await failed;
    await expect.poll(() => service.requests[0]?.endedAt).not.toBeNull();
    expect(service.requests[0]?.status).toBeNull();
  });
});

describe('set prices', () => {
  it('remain, with every digit, and are published again and again', async () => {
    let nowMs = NOON_MS;
    const service = await startService({ now: () => nowMs });
    const price = '123456789012345678901234567890';
    service.setPrice(BTC, { price, conf: '7', expo: -20 });
    nowMs += 5000;
    const item = await getItem(service, `0x${BTC}`);
    expect(item.price).toEqual({ price, conf: '7', expo: -20, publish_time: nowMs / 1000 });
    const before = await getItem(service, BTC, `/v2/updates/price/${NOON_MS / 1000 - 1}`);
    expect(before.price.price).not.toBe(price);
  });

  it('can be negative or zero, and of any age', async () => {
    const service = await startService({ now: () => NOON_MS });
    service.setPrice(BTC, { price: '-3763', expo: -2, publishTime: 1_587_405_600 });
    expect((await getItem(service, BTC)).price).toMatchObject({
      price: '-3763',
      publish_time: 1_587_405_600,
    });
    service.setPrice(BTC, { price: '0' });
    expect((await getItem(service, BTC)).price).toMatchObject({ price: '0', conf: '0', expo: -8 });
  });

  it('are rejected for unknown feeds and unless they are integers', async () => {
    const service = await startService();
    expect(() => service.setPrice(UNKNOWN, { price: '1' })).toThrow(TypeError);
    expect(() => service.setPrice(BTC, { price: '1.5' })).toThrow(SyntaxError);
    expect(() => service.removeFeed(UNKNOWN)).toThrow(TypeError);
    expect(() => service.withholdData(UNKNOWN)).toThrow(TypeError);
  });

  it('raise the slot, so that clients can order them within one second', async () => {
    const service = await startService({ now: () => NOON_MS });
    const slots: number[] = [];
    for (const price of ['1', '2', '3']) {
      service.setPrice(BTC, { price });
      slots.push((await getItem(service, BTC)).metadata.slot);
    }
    expect(slots).toEqual([...new Set(slots)].toSorted((a, b) => a - b));
  });
});

describe('the clock', () => {
  it('never makes publish times or slots go backward', async () => {
    let nowMs = NOON_MS;
    const service = await startService({ now: () => nowMs });
    const first = await getItem(service, BTC);
    nowMs -= 60_000;
    expect(await getItem(service, BTC)).toEqual(first);
  });
});

describe('the end', () => {
  it('ends open connections, and nothing answers afterward', async () => {
    const service = await startService();
    const { toEnd } = await openStream(service, idsQuery(BTC));
    await service.close();
    await toEnd().catch(() => '');
    await expect(fetch(service.url)).rejects.toThrow();
  });

  // On Linux every 127.x address is local, so a wider binding would answer on another one.
  it.runIf(process.platform === 'linux')('listens on 127.0.0.1 only', async () => {
    const service = await startService();
    const other = service.url.replace('127.0.0.1', '127.0.0.2');
    await expect(fetch(`${other}/v2/price_feeds`)).rejects.toThrow();
  });

  it('rejects a port that is in use', async () => {
    const service = await startService();
    const port = Number(new URL(service.url).port);
    await expect(startService({ port })).rejects.toThrow('EADDRINUSE');
  });
});

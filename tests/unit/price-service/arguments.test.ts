import { describe, expect, it } from 'vitest';
import { PriceServiceClient } from '@/lib/price-service/index.ts';
import { BTC, ETH, priceUpdate, rejectionOf } from './support.ts';

/** Creates a client whose fetch records the URLs and answers with one update. */
function recordingClient(baseUrl = 'https://prices.example') {
  const urls: string[] = [];
  const client = new PriceServiceClient(baseUrl, {
    fetch: async (url) => {
      urls.push(url);
      return Response.json(priceUpdate());
    },
  });
  return { client, urls };
}

describe('feed ids', () => {
  const invalid: [string, readonly string[]][] = [
    ['none', []],
    ['too short', [BTC.slice(1)]],
    ['too long', [`${BTC}0`]],
    ['only 0x', ['0x']],
    ['not hex', [`g${BTC.slice(1)}`]],
    ['white space around', [` ${BTC}`]],
    ['a line end after', [`${BTC}\n`]],
    ['one invalid among valid ones', [BTC, 'bad']],
    // @ts-expect-error a caller without types
    ['not a string', [5]],
    // @ts-expect-error a caller without types
    ['not a list', BTC],
  ];

  it.each(invalid)('reject with a TypeError before any request: %s', async (_, ids) => {
    const { client, urls } = recordingClient();
    expect(await rejectionOf(client.getLatestPriceUpdates(ids))).toBeInstanceOf(TypeError);
    expect(await rejectionOf(client.getPriceUpdatesAtTimestamp(1, ids))).toBeInstanceOf(TypeError);
    expect(() => client.getPriceUpdatesStream(ids)).toThrow(TypeError);
    expect(urls).toEqual([]);
  });

  it('are sent in order, in lowercase, without `0x` and without duplicates', async () => {
    const { client, urls } = recordingClient();
    await client.getLatestPriceUpdates([
      `0x${ETH.toUpperCase()}`,
      `0X${BTC}`,
      ETH,
      BTC.toUpperCase(),
    ]);
    expect(urls).toEqual([
      `https://prices.example/v2/updates/price/latest?ids%5B%5D=${ETH}&ids%5B%5D=${BTC}`,
    ]);
  });
});

describe('base URL', () => {
  it.each([
    ['https://h.example', 'https://h.example'],
    ['https://h.example/', 'https://h.example'],
    ['https://h.example/hermes', 'https://h.example/hermes'],
    ['https://h.example/hermes/', 'https://h.example/hermes'],
    ['https://h.example/token/hermes///', 'https://h.example/token/hermes'],
    ['  http://127.0.0.1:8080/x ', 'http://127.0.0.1:8080/x'],
    ['https://h.example:8443/a%20b/', 'https://h.example:8443/a%20b'],
  ])('%s keeps its prefix', async (baseUrl, base) => {
    const { client, urls } = recordingClient(baseUrl);
    await client.getLatestPriceUpdates([BTC]);
    expect(urls[0]).toBe(`${base}/v2/updates/price/latest?ids%5B%5D=${BTC}`);
  });

  it.each([
    '',
    'planted-token',
    '/planted-token',
    'ftp://h.example/planted-token',
    'javascript:planted-token',
    'https://h.example/planted-token?key=planted-token',
    'https://h.example/planted-token?',
    'https://h.example/planted-token#planted-token',
    'https://planted-token@h.example',
    'https://user:planted-token@h.example',
    'https://h.example:planted-token',
  ])('%j is rejected without being quoted in the error', (baseUrl) => {
    let error: unknown;
    try {
      void new PriceServiceClient(baseUrl);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(TypeError);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('planted-token');
  });
});

it('options are sent in the order of the caller, encoded as in a form', async () => {
  const { client, urls } = recordingClient();
  await rejectionOf(client.getPriceFeeds({ assetType: 'fx', query: 'BTC / €', httpRetries: 0 }));
  expect(urls[0]).toBe(
    'https://prices.example/v2/price_feeds?asset_type=fx&query=BTC+%2F+%E2%82%AC',
  );
});

describe('options of the client', () => {
  it.each([0, -1, 1.5, Number.NaN, Infinity, 2 ** 31])('timeoutMs %s is rejected', (timeoutMs) => {
    expect(() => new PriceServiceClient('https://h.example', { timeoutMs })).toThrow(TypeError);
  });

  it.each([-1, 0.5, Number.NaN, Infinity])('httpRetries %s is rejected', (httpRetries) => {
    expect(() => new PriceServiceClient('https://h.example', { httpRetries })).toThrow(TypeError);
  });

  it.each([
    ['X-Key', 'planted\nvalue'],
    ['X-Key', 'planted € value'],
    ['X Key', 'planted value'],
    ['', 'planted value'],
  ])(
    'header %j with a forbidden name or value is rejected with its name in the error',
    (name, value) => {
      const make = () =>
        new PriceServiceClient('https://h.example', { headers: { [name]: value } });
      expect(make).toThrow(TypeError);
      expect(make).toThrow(JSON.stringify(name));
      expect(make).not.toThrow(/planted/);
    },
  );
});

describe('the request', () => {
  it.each([
    [{}, 'follow'],
    // If the platform followed a redirect, it would send the headers to another origin.
    [{ 'X-Key': 'value' }, 'manual'],
  ])('is an uncached GET without body, cookies or referrer, with %j', async (...given) => {
    const [headers, redirect] = given;
    const inits: RequestInit[] = [];
    const client = new PriceServiceClient('https://h.example', {
      headers,
      fetch: async (_url, init) => {
        inits.push(init);
        return Response.json([]);
      },
    });
    await client.getPriceFeeds();
    const [init] = inits;
    expect(init).toMatchObject({
      cache: 'no-store',
      credentials: 'omit',
      redirect,
      referrerPolicy: 'no-referrer',
    });
    expect(init).not.toHaveProperty('body');
    expect(init).not.toHaveProperty('method');
    expect([...new Headers(init?.headers)]).toEqual([...new Headers(headers)]);
  });
});

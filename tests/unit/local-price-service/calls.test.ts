import { describe, expect, it } from 'vitest';
import {
  BTC,
  ETH,
  EUR,
  getFeeds,
  getItem,
  getUpdate,
  idsQuery,
  LATEST,
  NOON_MS,
  PEPE,
  startService,
  statusAndText,
  STREAM,
  UNKNOWN,
  type Update,
} from './support.ts';

const INTEGER: unknown = expect.stringMatching(/^\d+$/);

describe('v2/price_feeds', () => {
  it('lists well-known feeds of every asset type and the generated ones', async () => {
    const service = await startService({ extraFeeds: 7 });
    const feeds = await getFeeds(`${service.url}/v2/price_feeds`);
    const types = new Set(feeds.map(({ attributes }) => attributes['asset_type']));
    expect(types).toEqual(new Set(['Crypto', 'FX', 'Equity', 'Metal', 'Rates', 'Commodities']));
    expect(new Set(feeds.map(({ id }) => id)).size).toBe(feeds.length);
    expect(feeds.filter(({ attributes }) => attributes['base']?.startsWith('GEN'))).toHaveLength(7);
    for (const { id } of feeds) expect(id).toMatch(/^[0-9a-f]{64}$/);
    expect(feeds.find(({ id }) => id === BTC)?.attributes).toEqual({
      asset_type: 'Crypto',
      base: 'BTC',
      description: 'BITCOIN / US DOLLAR',
      display_symbol: 'BTC/USD',
      quote_currency: 'USD',
      schedule: 'America/New_York;O,O,O,O,O,O,O;',
      symbol: 'Crypto.BTC/USD',
    });
  });

  it.each([
    ['query=btc', ['Crypto.BTC/USD']],
    ['query=bitcoin', []],
    ['query=usd%2Fjpy', ['FX.USD/JPY']],
    ['query=US10&asset_type=rates', ['Rates.US10Y']],
    ['query=US10&asset_type=crypto', []],
    ['asset_type=nothing_known', []],
  ])('finds by the attribute symbol and the asset type: %s', async (query, symbols) => {
    const service = await startService();
    const feeds = await getFeeds(`${service.url}/v2/price_feeds?${query}`);
    expect(feeds.map(({ attributes }) => attributes['symbol'])).toEqual(symbols);
  });

  it('accepts metal and the specification’s metals', async () => {
    const service = await startService();
    const metal = await getFeeds(`${service.url}/v2/price_feeds?asset_type=metal`);
    const metals = await getFeeds(`${service.url}/v2/price_feeds?asset_type=metals`);
    expect(metal.length).toBeGreaterThan(0);
    expect(metals).toEqual(metal);
  });
});

describe('v2/updates/price/latest', () => {
  it('has the shape of the specification, in the order of the ids', async () => {
    const service = await startService({ now: () => NOON_MS + 900 });
    const update = await getUpdate(service, LATEST + idsQuery(PEPE, BTC));
    expect(update.parsed?.map(({ id }) => id)).toEqual([PEPE, BTC]);
    const [pepe] = update.parsed ?? [];
    const time = NOON_MS / 1000;
    expect(pepe).toEqual({
      id: PEPE,
      price: {
        price: INTEGER,
        conf: INTEGER,
        expo: -10,
        publish_time: time,
      },
      ema_price: {
        price: INTEGER,
        conf: INTEGER,
        expo: -10,
        publish_time: time,
      },
      metadata: {
        slot: Math.floor((NOON_MS + 900) / 400),
        proof_available_time: time,
        prev_publish_time: time,
      },
    });
    expect(update.binary.encoding).toBe('hex');
    expect(update.binary.data[0]).toMatch(/^504e4155[0-9a-f]+$/);
  });

  it('writes the same binary in hex and base64', async () => {
    const service = await startService({ now: () => NOON_MS });
    const hex = await getUpdate(service, LATEST + idsQuery(BTC, ETH));
    const base64 = await getUpdate(service, `${LATEST}${idsQuery(BTC, ETH)}&encoding=base64`);
    expect(base64.binary.encoding).toBe('base64');
    const bytes = Buffer.from(base64.binary.data[0] ?? '', 'base64');
    expect(bytes.toString('hex')).toBe(hex.binary.data[0]);
    expect(bytes.length).toBeGreaterThan(500);
  });

  it('omits parsed on request', async () => {
    const service = await startService();
    const update = await getUpdate(service, `${LATEST}${idsQuery(BTC)}&parsed=false`);
    expect(Object.keys(update)).toEqual(['binary']);
  });

  it.each([
    ['upper case with 0x', `?ids[]=0x${BTC.toUpperCase()}`],
    ['0X', `?ids[]=0X${BTC}`],
    ['encoded brackets', `?ids%5B%5D=${BTC}`],
    ['an index', `?ids[0]=${BTC}`],
  ])('takes ids written with %s and answers them plainly', async (_name, query) => {
    const service = await startService();
    const update = await getUpdate(service, LATEST + query);
    expect(update.parsed?.map(({ id }) => id)).toEqual([BTC]);
  });

  it.each([
    ['no ids', ''],
    ['ids without brackets', `?ids=${BTC}`],
    ['a short id', '?ids[]=e62d'],
    ['an id that is not hex', `?ids[]=${'xy'.repeat(32)}`],
    ['another encoding', `${idsQuery(BTC)}&encoding=HEX`],
    ['a bad parsed', `${idsQuery(BTC)}&parsed=1`],
    ['a parameter given twice', `${idsQuery(BTC)}&parsed=true&parsed=true`],
    ['broken percent-encoding', `${idsQuery(BTC)}&encoding=%zz`],
  ])('answers 400 in plain text: %s', async (_name, query) => {
    const service = await startService();
    const response = await fetch(service.url + LATEST + query);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(await response.text()).toMatch(/^Bad query: /);
  });

  it('names unknown ids in a 404, or omits them on request', async () => {
    const service = await startService();
    const other = 'cd'.repeat(32);
    const query = idsQuery(UNKNOWN, BTC, other);
    expect(await statusAndText(service.url + LATEST + query)).toEqual([
      404,
      `Price ids not found: 0x${UNKNOWN}, 0x${other}`,
    ]);
    const update = await getUpdate(service, `${LATEST}${query}&ignore_invalid_price_ids=true`);
    expect(update.parsed?.map(({ id }) => id)).toEqual([BTC]);
  });

  it('accepts as many feeds as fit into a URL', async () => {
    const service = await startService({ extraFeeds: 200 });
    const feeds = await getFeeds(`${service.url}/v2/price_feeds`);
    const ids = feeds.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(255);
    const halves = [ids.slice(0, 190), ids.slice(-190)];
    for (const half of halves) {
      const update = await getUpdate(service, LATEST + idsQuery(...half));
      expect(update.parsed).toHaveLength(190);
    }
  });

  it('has no data for the whole request if one known feed has none', async () => {
    const service = await startService();
    service.withholdData(ETH);
    const whole = service.url + LATEST + idsQuery(BTC, ETH);
    expect(await statusAndText(whole)).toEqual([404, 'Update data not found']);
    expect(await statusAndText(`${whole}&ignore_invalid_price_ids=true`)).toEqual([
      404,
      'Update data not found',
    ]);
    expect((await getItem(service, BTC)).id).toBe(BTC);
  });

  it('no longer knows a removed feed', async () => {
    const service = await startService();
    service.removeFeed(EUR);
    const [status, text] = await statusAndText(service.url + LATEST + idsQuery(EUR));
    expect([status, text]).toEqual([404, `Price ids not found: 0x${EUR}`]);
    const feeds = await getFeeds(`${service.url}/v2/price_feeds?query=EUR/USD`);
    expect(feeds).toEqual([]);
  });
});

describe('v2/updates/price/{publish_time}', () => {
  it('returns the first update at or after the time', async () => {
    const service = await startService({ now: () => NOON_MS });
    const item = await getItem(service, BTC, `/v2/updates/price/${NOON_MS / 1000 - 86_400}`);
    expect(item.price.publish_time).toBe(NOON_MS / 1000 - 86_400);
  });

  it('returns the price that latest had at that time', async () => {
    let nowMs = NOON_MS;
    const service = await startService({ now: () => nowMs });
    const shown: [number, Update][] = [];
    for (const seconds of [0, 1, 2, 3, 61, 3600, 7 * 86_400]) {
      nowMs = NOON_MS + seconds * 1000;
      shown.push([nowMs / 1000, await getUpdate(service, LATEST + idsQuery(BTC, EUR))]);
    }
    for (const [time, update] of shown) {
      expect(await getUpdate(service, `/v2/updates/price/${time}${idsQuery(BTC, EUR)}`)).toEqual(
        update,
      );
    }
  });

  it.each([
    ['the future', NOON_MS / 1000 + 1, 404, 'Update data not found'],
    ['before all time', -1, 404, 'Update data not found'],
    ['a fraction', '1.5', 400, 'Invalid URL: the publish time is not an integer'],
    ['a word', 'yesterday', 400, 'Invalid URL: the publish time is not an integer'],
  ])('refuses %s', async (_name, time, status, text) => {
    const service = await startService({ now: () => NOON_MS });
    const url = `${service.url}/v2/updates/price/${time}${idsQuery(BTC)}`;
    expect(await statusAndText(url)).toEqual([status, text]);
  });
});

describe('v2/updates/publisher_stake_caps/latest', () => {
  const PATH = '/v2/updates/publisher_stake_caps/latest';

  it('lists about forty publishers, one with a cap beyond 2^53', async () => {
    const service = await startService();
    const text = await (await fetch(service.url + PATH)).text();
    expect(text).toContain('"cap":9007199254740993}');
    const {
      binary,
      parsed,
    }: {
      binary: Update['binary'];
      parsed: { publisher_stake_caps: { publisher: string; cap: number }[] }[];
    } = JSON.parse(text);
    expect(binary.encoding).toBe('hex');
    expect(binary.data[0]).toMatch(/^504e4155[0-9a-f]+$/);
    const caps = parsed[0]?.publisher_stake_caps ?? [];
    expect(new Set(caps.map(({ publisher }) => publisher)).size).toBe(40);
    for (const { publisher } of caps) expect(publisher).toMatch(/^[1-9A-HJ-NP-Za-km-z]{44}$/);
  });

  it('supports encoding and parsed', async () => {
    const service = await startService();
    const update = await getUpdate(service, `${PATH}?encoding=base64&parsed=false`);
    expect(Object.keys(update)).toEqual(['binary']);
    expect(update.binary.data[0]).toMatch(/^UE5BV/);
    expect((await fetch(`${service.url}${PATH}?encoding=raw`)).status).toBe(400);
  });
});

describe('any other request', () => {
  it.each(['/', '/v2/price_feeds/', '/v2/updates/price', '//v2/price_feeds', '/v1/anything'])(
    'is not found: %s',
    async (path) => {
      const service = await startService();
      const status = (await fetch(service.url + path)).status;
      expect(status).toBe(404);
    },
  );

  it('must be a GET', async () => {
    const service = await startService();
    const url = service.url + LATEST + idsQuery(BTC);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  });

  it('gets no stream without ids, for unknown ids or for feeds without data', async () => {
    const service = await startService();
    service.withholdData(ETH);
    const stream = service.url + STREAM;
    expect((await fetch(stream)).status).toBe(400);
    expect(await statusAndText(stream + idsQuery(UNKNOWN))).toEqual([
      404,
      `Price ids not found: 0x${UNKNOWN}`,
    ]);
    expect((await fetch(stream + idsQuery(ETH))).status).toBe(404);
    expect(service.openStreams()).toBe(0);
  });
});

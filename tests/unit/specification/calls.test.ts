import { describe, expect, it } from 'vitest';
import {
  InvalidResponseError,
  PriceServiceClient,
  type Encoding,
} from '@/lib/price-service/index.ts';
import type { PriceService } from '../../price-service/server.ts';
import { startService } from '../price-service/service.ts';
import { BTC, ETH, logStream, rejectionOf } from '../price-service/support.ts';
import { until } from './timers.ts';

const SOME_TIME_AGO = Math.floor(Date.now() / 1_000) - 60;

/** Creates a client of a new local price service. */
async function start(headers: Record<string, string> = {}) {
  const service = await startService();
  return { service, client: new PriceServiceClient(service.url, { httpRetries: 0, headers }) };
}

/** Makes each of the five calls once, and returns their requests. */
async function makeEveryCall(service: PriceService, client: PriceServiceClient) {
  const before = service.requests.length;
  await client.getPriceFeeds({ query: 'btc', assetType: 'crypto' });
  await client.getLatestPriceUpdates([BTC], { encoding: 'base64', parsed: true });
  await client.getPriceUpdatesAtTimestamp(SOME_TIME_AGO, [BTC]);
  await client.getLatestPublisherStakeCaps();
  const log = logStream(client.getPriceUpdatesStream([BTC]));
  await until(() => log.opens === 1, 'the stream');
  const requests = service.requests.slice(before);
  expect(requests).toHaveLength(5);
  return requests;
}

/** The parameters of the last request, in their order. */
function lastQuery({ requests }: PriceService): string[] {
  return Array.from(new URLSearchParams(requests.at(-1)?.query), (pair) => pair.join('='));
}

describe('What the product does and for whom', () => {
  it('The service base address is configurable; the host is not shown.', async () => {
    for (const prefix of ['', '/token/hermes']) {
      const service = await startService({ prefix });
      const client = new PriceServiceClient(service.url, { httpRetries: 0 });
      const requests = await makeEveryCall(service, client);
      expect(requests.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    }
  });

  it('The client may attach custom headers to every call.', async () => {
    const { service, client } = await start({ 'X-Api-Key': 'k', Accept: 'text/x' });
    for (const { headers } of await makeEveryCall(service, client)) {
      expect(headers).toMatchObject({ 'x-api-key': 'k', accept: 'text/x' });
    }
  });
});

describe('Validation rules', () => {
  it('Every response from the price-data service is checked against the shapes in section 3. A response that does not fit is rejected as an error.', async () => {
    const { service, client } = await start();
    service.fail({ kind: 'body', body: '{"binary":5}', path: /feeds|latest|\d$/ });
    for (const call of [
      client.getPriceFeeds(),
      client.getLatestPriceUpdates([BTC]),
      client.getPriceUpdatesAtTimestamp(SOME_TIME_AGO, [BTC]),
      client.getLatestPublisherStakeCaps(),
    ]) {
      expect(await rejectionOf(call)).toBeInstanceOf(InvalidResponseError);
    }
    const log = logStream(client.getPriceUpdatesStream([BTC]));
    await until(() => log.opens === 1, 'the stream');
    service.pushEvent('{"binary":5}');
    await until(() => log.errors.length === 1, 'the error');
    expect(log.errors[0]).toBeInstanceOf(InvalidResponseError);
    expect(log.updates).toEqual([]);
  });

  it('The encoding parameter accepts only hex or base64.', async () => {
    const { service, client } = await start();
    for (const encoding of ['hex', 'base64'] as const) {
      const { binary } = await client.getLatestPriceUpdates([BTC], { encoding });
      expect(binary.encoding).toBe(encoding);
      expect(lastQuery(service)).toContain(`encoding=${encoding}`);
    }
    for (const value of ['HEX', 'utf8', '', 'base64url', null, 1]) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a caller without types
      const options = { encoding: value as Encoding };
      for (const call of [
        client.getLatestPriceUpdates([BTC], options),
        client.getPriceUpdatesAtTimestamp(SOME_TIME_AGO, [BTC], options),
        client.getLatestPublisherStakeCaps(options),
      ]) {
        expect(await rejectionOf(call)).toBeInstanceOf(TypeError);
      }
      expect(() => client.getPriceUpdatesStream([BTC], options)).toThrow(TypeError);
    }
    expect(service.requests).toHaveLength(2);
  });

  it('The publish_time in the timestamp path must be an integer.', async () => {
    const { service, client } = await start();
    await client.getPriceUpdatesAtTimestamp(SOME_TIME_AGO, [BTC]);
    for (const value of [1.5, Number.NaN, Infinity, 2 ** 53, '1', null]) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a caller without types
      const call = client.getPriceUpdatesAtTimestamp(value as number, [BTC]);
      expect(await rejectionOf(call)).toBeInstanceOf(TypeError);
    }
    expect(service.requests.map(({ path }) => path)).toEqual([
      `/v2/updates/price/${SOME_TIME_AGO}`,
    ]);
  });
});

describe('The calls it makes', () => {
  it('All calls are GET against the configurable price-data service base address.', async () => {
    const { service, client } = await start();
    const requests = await makeEveryCall(service, client);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v2/price_feeds',
      'GET /v2/updates/price/latest',
      `GET /v2/updates/price/${SOME_TIME_AGO}`,
      'GET /v2/updates/publisher_stake_caps/latest',
      'GET /v2/updates/price/stream',
    ]);
  });

  it('v2/price_feeds | optional query, optional asset_type | list of price feed metadata', async () => {
    const { service, client } = await start();
    const all = await client.getPriceFeeds();
    expect(lastQuery(service)).toEqual([]);
    const some = await client.getPriceFeeds({ query: 'a&b=c d', assetType: 'fx' });
    expect(lastQuery(service)).toEqual(['query=a&b=c d', 'asset_type=fx']);
    expect(some).toEqual([]);
    const [btc] = await client.getPriceFeeds({ query: 'btc/usd' });
    expect(btc).toMatchObject({ id: BTC, attributes: { symbol: 'Crypto.BTC/USD' } });
    expect(all).toContainEqual(btc);
  });

  it('v2/updates/price/latest | ids[] (repeated), optional encoding, optional parsed | price update', async () => {
    const { service, client } = await start();
    const { binary, parsed } = await client.getLatestPriceUpdates([BTC, ETH]);
    expect(lastQuery(service)).toEqual([`ids[]=${BTC}`, `ids[]=${ETH}`]);
    expect(parsed?.map(({ id }) => id).toSorted()).toEqual([BTC, ETH].toSorted());
    expect(binary).toEqual({ encoding: 'hex', data: [expect.stringMatching(/^[0-9a-f]+$/)] });
    const bare = await client.getLatestPriceUpdates([BTC], { encoding: 'base64', parsed: false });
    expect(lastQuery(service).slice(1)).toEqual(['encoding=base64', 'parsed=false']);
    expect(bare.parsed ?? null).toBeNull();
    expect(bare.binary.encoding).toBe('base64');
  });

  it('v2/updates/price/{publish_time} | same as latest | price update at that timestamp', async () => {
    const { service, client } = await start();
    const options = { encoding: 'base64', parsed: true } as const;
    const update = await client.getPriceUpdatesAtTimestamp(SOME_TIME_AGO, [BTC, ETH], options);
    expect(lastQuery(service)).toEqual([
      `ids[]=${BTC}`,
      `ids[]=${ETH}`,
      'encoding=base64',
      'parsed=true',
    ]);
    expect(update.binary.encoding).toBe('base64');
    expect(update.parsed).toHaveLength(2);
    for (const { price, metadata } of update.parsed ?? []) {
      expect(price.publish_time).toBeGreaterThanOrEqual(SOME_TIME_AGO);
      expect(metadata.prev_publish_time).toBeLessThan(SOME_TIME_AGO);
    }
  });

  it('v2/updates/price/stream | ids[], encoding, parsed, allow_unordered, benchmarks_only (option names are converted from camelCase to snake_case) | server-sent event stream; each event carries a price update', async () => {
    const { service, client } = await start();
    const options = { encoding: 'base64', parsed: true } as const;
    const log = logStream(
      client.getPriceUpdatesStream([BTC, ETH], {
        ...options,
        allowUnordered: true,
        benchmarksOnly: false,
      }),
    );
    await until(() => log.opens === 1, 'the stream');
    expect(service.requests[0]?.headers['accept']).toBe('text/event-stream');
    expect(lastQuery(service)).toEqual([
      `ids[]=${BTC}`,
      `ids[]=${ETH}`,
      'encoding=base64',
      'parsed=true',
      'allow_unordered=true',
      'benchmarks_only=false',
    ]);
    service.setPrice(BTC, { price: '6400012345678', expo: -8, conf: '1' });
    const isSent = () => log.updates.some((update) => JSON.stringify(update).includes('345678'));
    await until(isSent, 'the event');
    expect(log.updates[0]?.binary).toMatchObject({ encoding: 'base64', data: [expect.anything()] });
    expect(log.errors).toEqual([]);
  });

  it('v2/updates/publisher_stake_caps/latest | optional encoding, optional parsed | publisher stake caps update', async () => {
    const { service, client } = await start();
    const { parsed } = await client.getLatestPublisherStakeCaps();
    expect(lastQuery(service)).toEqual([]);
    expect(parsed?.[0]?.publisher_stake_caps[0]).toEqual({
      cap: 9_007_199_254_740_993n,
      publisher: expect.any(String),
    });
    const options = { encoding: 'base64', parsed: false } as const;
    const bare = await client.getLatestPublisherStakeCaps(options);
    expect(lastQuery(service)).toEqual(['encoding=base64', 'parsed=false']);
    expect(bare.binary.encoding).toBe('base64');
    expect(bare.parsed ?? null).toBeNull();
  });

  it('No request body is sent on any call.', async () => {
    const { service, client } = await start();
    for (const { headers } of await makeEveryCall(service, client)) {
      expect(headers).not.toHaveProperty('content-length');
      expect(headers).not.toHaveProperty('transfer-encoding');
      expect(headers).not.toHaveProperty('content-type');
    }
  });
});

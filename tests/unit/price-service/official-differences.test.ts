import { HermesClient } from '@pythnetwork/hermes-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PriceServiceClient } from '../../../lib/price-service/index.ts';
import { SOON } from './fake-stream.ts';
import { STREAM, officialStream, start } from './official.ts';
import { startService } from './service.ts';
import { BTC, ETH, eventStream, logStream, priceUpdate, rejectionOf, until } from './support.ts';

describe('side by side with the official client: deliberate differences', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('the official client sends the headers to another origin; ours does not', async () => {
    const { service } = await start();
    const other = await startService();
    const location = `${other.url}/v2/updates/price/latest?ids[]=${ETH}`;
    service.fail({ kind: 'redirect', status: 307, location });
    const headers = { 'X-Api-Key': 'k' };
    await new PriceServiceClient(service.url, { headers }).getLatestPriceUpdates([BTC]);
    await new HermesClient(service.url, { headers }).getLatestPriceUpdates([BTC]);
    expect(other.requests.map((request) => request.headers['x-api-key'])).toEqual([undefined, 'k']);
  });

  it('one 500 ends the official stream; ours reconnects', async () => {
    const { service, ours, official } = await start();
    // The first connection sets a short reconnect delay.
    service.fail({ kind: 'stream-lines', lines: SOON, end: true, path: STREAM, times: 1 });
    service.fail({ kind: 'status', status: 500, path: STREAM, times: 1 });
    const log = logStream(ours.getPriceUpdatesStream([BTC]));
    await until(() => log.opens === 2);
    expect(log.errors[1]).toHaveProperty('status', 500);
    expect(log.states).toEqual([0, 0]);

    service.fail({ kind: 'status', status: 500, path: STREAM, times: 1 });
    const other = await officialStream(official, [ETH]);
    await until(() => other.readyState === 2);
    expect(service.requests.filter(({ ids: [id] }) => id === ETH)).toHaveLength(1);
  });

  it('the official client retries its timeouts; ours does not', async () => {
    const service = await startService();
    service.fail({ kind: 'hang', where: 'before' });
    const ours = new PriceServiceClient(service.url, { timeoutMs: 2_000, httpRetries: 1 });
    const official = new HermesClient(service.url, { timeout: 2_000, httpRetries: 1 });
    await rejectionOf(ours.getLatestPriceUpdates([BTC]));
    await rejectionOf(official.getLatestPriceUpdates([ETH]));
    expect(service.requests.map(({ ids: [id] }) => id)).toEqual([BTC, ETH, ETH]);
  });

  it('the official error message includes the body; ours does not', async () => {
    const { service } = await start();
    service.fail({ kind: 'status', status: 404, body: 'Price ids not found' });
    const ours = new PriceServiceClient(service.url, { httpRetries: 0 });
    const official = new HermesClient(service.url, { httpRetries: 0 });
    const errors = [
      await rejectionOf(ours.getLatestPriceUpdates([BTC])),
      await rejectionOf(official.getLatestPriceUpdates([BTC])),
    ];
    expect(errors).toMatchObject([
      { message: 'HTTP error! status: 404', detail: 'Price ids not found' },
      { message: 'HTTP error! status: 404, body: Price ids not found' },
    ]);
  });

  it('the official stream reconnects after 3000 ms; ours after 1000', async () => {
    vi.useFakeTimers();
    const times: Record<string, number[]> = { [BTC]: [], [ETH]: [] };
    const begin = Date.now();
    const fetch = async (url: string | URL) => {
      const id = new URL(url).searchParams.get('ids[]') ?? '';
      times[id]?.push(Date.now() - begin);
      return eventStream([]);
    };
    vi.stubGlobal('fetch', fetch);
    logStream(new PriceServiceClient('https://h.example').getPriceUpdatesStream([BTC]));
    await officialStream(new HermesClient('https://h.example'), [ETH]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(times).toEqual({ [BTC]: [0, 1000, 2000, 3000], [ETH]: [0, 3000] });
  });

  it('the official client sends ids unchanged; ours normalizes them and removes duplicates', async () => {
    const { service, ours, official } = await start();
    const given = [`0x${BTC.toUpperCase()}`, BTC];
    await ours.getLatestPriceUpdates(given);
    await official.getLatestPriceUpdates(given);
    expect(service.requests.map(({ query }) => query)).toEqual([
      `ids%5B%5D=${BTC}`,
      `ids%5B%5D=0x${BTC.toUpperCase()}&ids%5B%5D=${BTC}`,
    ]);
  });

  it('the official client sends invalid arguments; ours rejects them', async () => {
    const service = await startService();
    const ours = new PriceServiceClient(service.url, { httpRetries: 0 });
    const official = new HermesClient(service.url, { httpRetries: 0 });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a caller without types
    const options = { encoding: 'utf8' as 'hex' };
    const calls = [
      (client: typeof ours | typeof official) => client.getLatestPriceUpdates(['xyz']),
      (client: typeof ours | typeof official) => client.getLatestPriceUpdates([BTC], options),
      (client: typeof ours | typeof official) => client.getPriceUpdatesAtTimestamp(1.5, [BTC]),
    ];
    for (const call of calls) {
      expect(await rejectionOf(call(ours))).toBeInstanceOf(TypeError);
      expect(await rejectionOf(call(official))).toHaveProperty(
        'message',
        expect.stringMatching(/^HTTP/),
      );
    }
    expect(service.requests.map(({ path, query }) => `${path}?${query}`).toSorted()).toEqual([
      `/v2/updates/price/1.5?ids%5B%5D=${BTC}`,
      `/v2/updates/price/latest?ids%5B%5D=${BTC}&encoding=utf8`,
      '/v2/updates/price/latest?ids%5B%5D=xyz',
    ]);
  });

  it('the official client sends ignoreInvalidPriceIds, which is not in the specification; ours does not', async () => {
    const { service, ours, official } = await start();
    const options = { ignoreInvalidPriceIds: true };
    // @ts-expect-error its type does not have it
    await ours.getLatestPriceUpdates([BTC], options);
    await official.getLatestPriceUpdates([BTC], options);
    const [first, second] = service.requests.map(({ query }) => query);
    expect(first).toBe(`ids%5B%5D=${BTC}`);
    expect(second).toBe(`ids%5B%5D=${BTC}&ignore_invalid_price_ids=true`);
  });

  it('the official client rounds a cap above 2^53; ours reads it exactly', async () => {
    const { service, ours, official } = await start();
    const cap = '{"publisher":"p","cap":18446744073709551615}';
    const body = `{"binary":{"data":[],"encoding":"hex"},"parsed":[{"publisher_stake_caps":[${cap}]}]}`;
    service.fail({ kind: 'body', body });
    const first = await ours.getLatestPublisherStakeCaps();
    const second = await official.getLatestPublisherCaps();
    expect(first.parsed?.[0]?.publisher_stake_caps[0]?.cap).toBe(18446744073709551615n);
    expect(second.parsed?.[0]?.publisher_stake_caps[0]?.cap).toBe(2 ** 64);
  });

  it('the official client keeps unknown fields; ours drops them', async () => {
    const { service, ours, official } = await start();
    service.fail({ kind: 'body', body: JSON.stringify({ ...priceUpdate(), unheard_of: 1 }) });
    expect(await ours.getLatestPriceUpdates([BTC])).not.toHaveProperty('unheard_of');
    expect(await official.getLatestPriceUpdates([BTC])).toHaveProperty('unheard_of', 1);
  });

  it('the official stream does not check events; ours reports invalid ones', async () => {
    const { service, ours, official } = await start();
    service.fail({ kind: 'stream-lines', lines: 'data: {"binary":5}\n\n', path: STREAM });
    const log = logStream(ours.getPriceUpdatesStream([BTC]));
    await until(() => log.errors.length === 1);
    expect(log.errors[0]).toHaveProperty('name', 'InvalidResponseError');
    const other = await officialStream(official, [BTC]);
    const messages: string[] = [];
    other.addEventListener('message', ({ data }) => messages.push(data));
    await until(() => messages.length > 0);
    expect(messages[0]).toBe('{"binary":5}');
  });

  it('the official stream reports `event: error` only through onerror, without its text', async () => {
    const { service, ours, official } = await start();
    const lines = 'event: error\ndata: Slow consumer: disconnected\n\n';
    service.fail({ kind: 'stream-lines', lines, path: STREAM });
    const log = logStream(ours.getPriceUpdatesStream([BTC]));
    await until(() => log.errors.length === 1);
    expect(log.errors[0]).toMatchObject({
      name: 'StreamMessageError',
      message: 'Slow consumer: disconnected',
    });
    const other = await officialStream(official, [BTC]);
    const events: Event[] = [];
    other.addEventListener('error', (event) => events.push(event));
    await until(() => events.length > 0);
    expect(events[0]).toBeInstanceOf(MessageEvent);
    expect(events[0]).not.toHaveProperty('message');
  });

  it('the official client sends 300 ids in one URL, which is too long for the service; ours splits them', async () => {
    const service = await startService({ extraFeeds: 300 });
    const ours = new PriceServiceClient(service.url, { httpRetries: 0 });
    const official = new HermesClient(service.url, { httpRetries: 0 });
    const many = (await ours.getPriceFeeds()).slice(0, 300).map(({ id }) => id);
    expect(await ours.getLatestPriceUpdates(many)).toHaveProperty('parsed.length', 300);
    const error = await rejectionOf(official.getLatestPriceUpdates(many));
    expect(error).toHaveProperty('message', expect.stringMatching(/status: 4(14|31)/));
  });

  it('the official stream has no connect timeout; ours reconnects after a timeout', async () => {
    const { service } = await start();
    const ours = new PriceServiceClient(service.url, { timeoutMs: 2_000 });
    service.fail({ kind: 'stream-lines', lines: SOON, end: true, path: STREAM, times: 1 });
    service.fail({ kind: 'hang', where: 'before', path: STREAM });
    const log = logStream(ours.getPriceUpdatesStream([BTC]));
    await until(() => log.errors.length === 1);
    const other = await officialStream(new HermesClient(service.url, { timeout: 100 }), [ETH]);
    await until(() => service.requests.some(({ ids: [id] }) => id === ETH));
    const count = log.errors.length;
    await until(() => log.errors.length >= count + 3);
    expect(log.errors.at(-1)).toHaveProperty('name', 'RequestTimeoutError');
    expect(other.readyState).toBe(0);
    expect(service.requests.filter(({ ids: [id] }) => id === ETH)).toMatchObject([
      { endedAt: null },
    ]);
  });
});

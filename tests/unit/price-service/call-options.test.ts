import { describe, expect, it, vi } from 'vitest';
import { PriceServiceClient, RequestTimeoutError } from '@/lib/price-service/index.ts';
import type { CallOptions } from '@/lib/price-service/index.ts';
import { startService } from './service.ts';
import { BTC, rejectionOf } from './support.ts';

const CALLS: [name: string, call: (c: PriceServiceClient, o: CallOptions) => Promise<unknown>][] = [
  ['getPriceFeeds', (client, options) => client.getPriceFeeds(options)],
  ['getLatestPriceUpdates', (client, options) => client.getLatestPriceUpdates([BTC], options)],
  [
    'getPriceUpdatesAtTimestamp',
    (client, options) => client.getPriceUpdatesAtTimestamp(1_700_000_000, [BTC], options),
  ],
  ['getLatestPublisherStakeCaps', (client, options) => client.getLatestPublisherStakeCaps(options)],
];

describe.each(CALLS)('%s', (_name, call) => {
  it('may have other retries than the client', async () => {
    const service = await startService();
    const client = new PriceServiceClient(service.url, { random: () => 0, httpRetries: 0 });
    service.fail({ kind: 'status', status: 500 });
    await rejectionOf(call(client, { httpRetries: 1 }));
    expect(service.requests).toHaveLength(2);
    await rejectionOf(call(client, {}));
    expect(service.requests).toHaveLength(3);
  });

  it('may have another timeout than the client', async () => {
    const service = await startService();
    const client = new PriceServiceClient(service.url, { timeoutMs: 60_000 });
    service.fail({ kind: 'hang', where: 'before' });
    expect(await rejectionOf(call(client, { timeoutMs: 50 }))).toBeInstanceOf(RequestTimeoutError);
  });

  it('may wait for something else than the client before its requests', async () => {
    const service = await startService();
    const [ofClient, ofCall] = [vi.fn(async () => {}), vi.fn(async () => {})];
    const client = new PriceServiceClient(service.url, {
      beforeRequest: ofClient,
      httpRetries: 0,
    });
    service.fail({ kind: 'status', status: 500 });
    await rejectionOf(call(client, { beforeRequest: ofCall }));
    expect(ofCall).toHaveBeenCalledOnce();
    expect(ofClient).not.toHaveBeenCalled();
  });

  it.each([{ timeoutMs: 0 }, { httpRetries: -1 }, { httpRetries: 0.5 }])(
    'makes no request with %j',
    async (options) => {
      const service = await startService();
      const client = new PriceServiceClient(service.url);
      expect(await rejectionOf(call(client, options))).toBeInstanceOf(TypeError);
      expect(service.requests).toHaveLength(0);
    },
  );

  it('sends none of these options to the service', async () => {
    const service = await startService();
    const client = new PriceServiceClient(service.url);
    const beforeRequest = async () => {};
    await call(client, { timeoutMs: 4_000, httpRetries: 0, beforeRequest }).catch(() => {});
    expect(service.requests[0]?.query).not.toMatch(/timeout|retries|before/i);
  });
});

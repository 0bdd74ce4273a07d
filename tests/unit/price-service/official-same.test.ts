import { HermesClient } from '@pythnetwork/hermes-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PriceServiceClient } from '@/lib/price-service/index.ts';
import type { RequestRecord } from '../../price-service/server.ts';
import { startService } from './service.ts';
import { BTC, ETH, logStream, until } from './support.ts';

/** Far enough in the past for any cache of the service, and the same for both clients. */
const NOW_MS = 1_790_000_000_123;
const TIME = 1_789_999_900;

/** Creates both clients for one service whose prices do not change. */
async function start(prefix = '') {
  const service = await startService({ now: () => NOW_MS, prefix });
  const ours = new PriceServiceClient(service.url, { random: () => 0 });
  return { service, ours, official: new HermesClient(service.url) };
}

const wire = ({ method, path, query }: RequestRecord) => ({ method, path, query });

interface Same {
  name: string;
  ours: (client: PriceServiceClient) => Promise<unknown>;
  official: (client: HermesClient) => Promise<unknown>;
}

const ids = [ETH, BTC];
const SAME: Same[] = [
  {
    name: 'catalog',
    ours: (client) => client.getPriceFeeds(),
    official: (client) => client.getPriceFeeds(),
  },
  {
    name: 'catalog with query and asset type',
    ours: (client) => client.getPriceFeeds({ query: 'BTC / €', assetType: 'crypto' }),
    official: (client) => client.getPriceFeeds({ query: 'BTC / €', assetType: 'crypto' }),
  },
  {
    name: 'catalog with the options the other way round',
    ours: (client) => client.getPriceFeeds({ assetType: 'fx', query: 'eur' }),
    official: (client) => client.getPriceFeeds({ assetType: 'fx', query: 'eur' }),
  },
  {
    name: 'latest',
    ours: (client) => client.getLatestPriceUpdates(ids),
    official: (client) => client.getLatestPriceUpdates(ids),
  },
  {
    name: 'latest with options',
    ours: (client) => client.getLatestPriceUpdates(ids, { parsed: true, encoding: 'base64' }),
    official: (client) => client.getLatestPriceUpdates(ids, { parsed: true, encoding: 'base64' }),
  },
  {
    name: 'latest without parsed',
    ours: (client) => client.getLatestPriceUpdates(ids, { encoding: 'hex', parsed: false }),
    official: (client) => client.getLatestPriceUpdates(ids, { encoding: 'hex', parsed: false }),
  },
  {
    name: 'at a timestamp',
    ours: (client) => client.getPriceUpdatesAtTimestamp(TIME, ids, { encoding: 'hex' }),
    official: (client) => client.getPriceUpdatesAtTimestamp(TIME, ids, { encoding: 'hex' }),
  },
];

describe('side by side with the official client: the same', () => {
  it.each(SAME)('$name', async (call) => {
    const { service, ours, official } = await start('/some-token/hermes');
    const answers = [await call.ours(ours), await call.official(official)];
    expect(answers[0]).toEqual(answers[1]);
    expect(service.requests).toHaveLength(2);
    const [first, second] = service.requests.map(wire);
    expect(first).toEqual(second);
  });

  it('publisher stake caps, except for the type of a cap', async () => {
    const { service, ours, official } = await start();
    const options = { parsed: true, encoding: 'hex' } as const;
    const [a, b] = [
      await ours.getLatestPublisherStakeCaps(options),
      await official.getLatestPublisherCaps(options),
    ];
    expect(JSON.parse(JSON.stringify(a, asNumber))).toEqual(JSON.parse(JSON.stringify(b)));
    const [first, second] = service.requests.map(wire);
    expect(first).toEqual(second);
  });

  it('the request and the events of the stream', async () => {
    const { service, ours, official } = await start();
    const options = { benchmarksOnly: true, allowUnordered: true, encoding: 'hex' } as const;
    const stream = ours.getPriceUpdatesStream(ids, options);
    const log = logStream(stream);
    await until(() => log.opens === 1);
    const other = await official.getPriceUpdatesStream(ids, options);
    onTestFinished(() => other.close());
    const messages: unknown[] = [];
    other.addEventListener('message', ({ data }) => messages.push(JSON.parse(data)));
    await until(() => other.readyState === 1 && service.openStreams() === 2);
    const [first, second] = service.requests.map(wire);
    expect(first).toEqual(second);
    service.setPrice(BTC, { price: '4242', publishTime: TIME + 200 });
    await until(() =>
      [log.updates, messages].every((all) => JSON.stringify(all.at(-1) ?? '').includes('"4242"')),
    );
    expect(log.updates.at(-1)).toEqual(messages.at(-1));
  });
});

function asNumber(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

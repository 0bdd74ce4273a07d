import { HermesClient } from '@pythnetwork/hermes-client';
import { onTestFinished } from 'vitest';
import { PriceServiceClient } from '../../../lib/price-service/index.ts';
import type { PriceServiceOptions } from '../../price-service/server.ts';
import { startService } from './service.ts';

/** Far enough in the past for any cache of the service, and the same for both clients. */
const NOW_MS = 1_790_000_000_123;
export const TIME = 1_789_999_900;
export const STREAM = '/v2/updates/price/stream';

/** Creates both clients for one service whose prices do not change. */
export async function start(options: PriceServiceOptions = {}, suffix = '') {
  const service = await startService({ now: () => NOW_MS, ...options });
  const url = service.url + suffix;
  return {
    service,
    ours: new PriceServiceClient(url, { random: () => 0 }),
    official: new HermesClient(url),
  };
}

type Official = Awaited<ReturnType<HermesClient['getPriceUpdatesStream']>>;

export async function officialStream(client: HermesClient, ids: string[]): Promise<Official> {
  const stream = await client.getPriceUpdatesStream(ids);
  onTestFinished(() => stream.close());
  return stream;
}

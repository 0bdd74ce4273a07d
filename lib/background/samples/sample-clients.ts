import { SAMPLE_MARK, SAMPLE_SERVICE } from '../../domain/samples/sample-service.ts';
import { HistoryServiceClient } from '../../history-service/index.ts';
import { PriceServiceClient } from '../../price-service/index.ts';
import { serviceKey } from '../../domain/connection/service-list.ts';
import type { CandleStore } from '../../storage/candles/candle-store.ts';
import type { CandleSource, HistoryInfo } from '../candles/candle-source.ts';
import { WITHOUT_RETRIES, type Service } from '../connection/service.ts';
import { sampleFetch } from './sample-fetch.ts';

const { id, baseUrl } = SAMPLE_SERVICE;

/** The sample service has no request budget, because it sends nothing over the network. */
export function createSampleService(): Service {
  const client = new PriceServiceClient(baseUrl, { fetch: sampleFetch });
  const key = serviceKey(SAMPLE_SERVICE);
  return {
    key,
    id,
    baseUrl,
    hasToken: false,
    client,
    whenSpare: () => WITHOUT_RETRIES,
    spareDelayMs: async () => 0,
    pauseEndsAt: async () => null,
  };
}

export function createSampleCandles(store: Pick<CandleStore, 'writeService'>): CandleSource {
  const client = new HistoryServiceClient(baseUrl, { fetch: sampleFetch });
  let info: Promise<HistoryInfo> | undefined;
  return {
    key: serviceKey(SAMPLE_SERVICE),
    info: () => (info ??= readInfo(client, store)),
    getCandles: async (query, _, signal) => ({
      ...(await client.getCandles(query, { signal })),
      askedFrom: query.from,
    }),
  };
}

/** Stores the resolutions, which charts read from the database. */
async function readInfo(
  client: HistoryServiceClient,
  store: Pick<CandleStore, 'writeService'>,
): Promise<HistoryInfo> {
  const resolutions = await client.getResolutions();
  const known = { mark: SAMPLE_MARK, storedAt: Date.now(), resolutions: [...resolutions] };
  await store.writeService({ ...known, symbols: null, longest: {} }).catch(() => undefined);
  return { resolutions, symbols: null, longest: {} };
}

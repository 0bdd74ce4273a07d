import { SAMPLE_SERVICE } from '../../domain/samples/sample-service.ts';
import { HistoryServiceClient } from '../../history-service/index.ts';
import { PriceServiceClient } from '../../price-service/index.ts';
import { serviceKey } from '../../domain/connection/service-list.ts';
import type { CandleSource } from '../candles/candle-source.ts';
import { WITHOUT_RETRIES, type Service } from '../connection/service.ts';
import { sampleFetch } from './sample-fetch.ts';

const { id, baseUrl } = SAMPLE_SERVICE;

/** The service of sample prices. It has no request budget, because nothing is sent. */
export function createSampleService(): Service {
  const client = new PriceServiceClient(baseUrl, { fetch: sampleFetch });
  return { key: serviceKey(SAMPLE_SERVICE), id, baseUrl, client, whenSpare: () => WITHOUT_RETRIES };
}

/** The source of candles of sample prices. */
export function createSampleCandles(): CandleSource {
  const client = new HistoryServiceClient(baseUrl, { fetch: sampleFetch });
  return {
    key: serviceKey(SAMPLE_SERVICE),
    info: async () => ({ resolutions: await client.getResolutions(), symbols: null }),
    getCandles: (query, _, signal) => client.getCandles(query, { signal }),
  };
}

import { onTestFinished } from 'vitest';
import { PriceServiceClient, type PriceServiceClientOptions } from '@/lib/price-service/index.ts';
import type { PriceService, PriceServiceOptions } from '../../price-service/server.ts';
import { startPriceService } from '../../price-service/server.ts';

/** Starts a local price service for one test. Its stream sends events only on request. */
export async function startService(options: PriceServiceOptions = {}): Promise<PriceService> {
  const service = await startPriceService({ updatesPerSecond: 0, ...options });
  onTestFinished(() => service.close());
  return service;
}

/** Creates a client of a new local price service, with the shortest delays of the specification. */
export async function start(options: PriceServiceClientOptions = {}) {
  const service = await startService();
  return { service, client: new PriceServiceClient(service.url, { random: () => 0, ...options }) };
}

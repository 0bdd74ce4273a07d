import { onTestFinished } from 'vitest';
import type { PriceService, PriceServiceOptions } from '../../price-service/server.ts';
import { startPriceService } from '../../price-service/server.ts';

/** Starts a local price service for one test. Its stream sends events only on request. */
export async function startService(options: PriceServiceOptions = {}): Promise<PriceService> {
  const service = await startPriceService({ updatesPerSecond: 0, ...options });
  onTestFinished(() => service.close());
  return service;
}

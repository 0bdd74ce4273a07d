import { onTestFinished } from 'vitest';
import type { PriceService, PriceServiceOptions } from '../../price-service/server.ts';
import { startPriceService } from '../../price-service/server.ts';

/** A local price service for one test. Its stream speaks only when told. */
export async function startService(options: PriceServiceOptions = {}): Promise<PriceService> {
  const service = await startPriceService({ updatesPerSecond: 0, ...options });
  onTestFinished(() => service.close());
  return service;
}

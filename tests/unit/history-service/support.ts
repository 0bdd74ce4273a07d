import { onTestFinished } from 'vitest';
import { HistoryServiceClient } from '@/lib/history-service/index.ts';
import {
  startHistoryService,
  type HistoryService,
  type HistoryServiceOptions,
} from '../../history-service/server.ts';

export { BTC, ETH, rejectionOf } from '../price-service/support.ts';

/** A whole minute, in unix seconds. */
export const NOW = 1_790_000_040;
export const MINUTE = 60;
const SYMBOL = 'Crypto.BTC/USD';

/** The last 20 whole minutes and the current one. */
export const LAST_20 = {
  symbol: SYMBOL,
  from: NOW - 20 * MINUTE,
  to: NOW,
  resolution: '1',
} as const;

/** Starts a local history service for one test, half a minute after `NOW`. */
export async function startService(options: HistoryServiceOptions = {}): Promise<HistoryService> {
  const service = await startHistoryService({ now: () => NOW * 1000 + 30_000, ...options });
  onTestFinished(() => service.close());
  return service;
}

/** Creates a client without retries. */
export function clientOf(
  { url }: HistoryService,
  options: ConstructorParameters<typeof HistoryServiceClient>[1] = {},
): HistoryServiceClient {
  return new HistoryServiceClient(url, { httpRetries: 0, timeoutMs: 60_000, ...options });
}

/** The name and the text of what a call rejected with, and what belongs to it. */
export function summaryOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error };
  const { name, message } = error;
  const more = ['status', 'detail', 'retryAfterMs', 'issues', 'problem', 'isTooLarge']
    .map((key) => [key, Reflect.get(error, key)])
    .filter(([, value]) => value !== undefined);
  return { name, ...(more.length > 0 ? Object.fromEntries(more) : { message }) };
}

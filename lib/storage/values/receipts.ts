import { signedPriceSchema, type SignedPrice } from '../../domain/signed-updates/signed-price.ts';
import { z } from '../../base/zod.ts';
import { stored } from '../stored.ts';

/**
 * The signed prices that fired alerts, by the id of the firing: for the newest firings only. See
 * `latestReceipts`.
 */
export const receipts = stored<Record<string, SignedPrice>>('local:receipts', {
  schema: z.record(z.string(), signedPriceSchema),
  fallback: {},
});

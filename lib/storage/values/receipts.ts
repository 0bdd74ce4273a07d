import { signedPriceSchema, type SignedPrice } from '../../domain/signed-updates/signed-price.ts';
import { z } from '../../base/zod.ts';
import { defineStoredItem } from '../stored-item.ts';

/**
 * The signed prices that fired alerts, by the id of the firing: for the newest firings only. See
 * `latestReceipts`.
 */
export const receipts = defineStoredItem<Record<string, SignedPrice>>('local:receipts', {
  schema: z.record(z.string(), signedPriceSchema),
  fallback: {},
});

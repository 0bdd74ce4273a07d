import { signedPriceSchema, type SignedPrice } from '../../domain/signed-updates/signed-price.ts';
import { z } from '../../base/zod.ts';
import { stored } from '../stored.ts';

/** Signed prices by firing id, for the newest only; see `latestReceipts`. */
export const receipts = stored<Record<string, SignedPrice>>('local:receipts', {
  schema: z.record(z.string(), signedPriceSchema),
  fallback: {},
});

import { isMap } from '../../base/is-map.ts';
import { unixMilliseconds, z } from '../../base/zod.ts';
import type { FeedId } from '../../base/units.ts';
import {
  failedCheckSchema,
  missingReasonSchema,
  storedPriceSchema,
  type FailedCheck,
  type MissingReason,
  type StoredPrice,
} from '../../domain/prices/stored-price.ts';
import { stored } from '../stored.ts';

/** Saved for the next browser start. Rarely written; proofs may be outdated. */
export const lastKnownPrices = stored<Record<FeedId, StoredPrice>>('local:lastKnown', {
  schema: z.record(z.string(), storedPriceSchema),
  migrations: [withoutProofTexts],
  fallback: {},
});

/**
 * Version 1 stored proofs as texts, so the next update proves the price again. It also stored forged
 * prices as `unverified`, which are left out.
 */
function withoutProofTexts(old: unknown): unknown {
  if (!isMap(old)) return old;
  return Object.fromEntries(
    Object.entries(old).map(([id, raw]) => {
      if (!isMap(raw)) return [id, raw];
      const { proof, ...others } = raw;
      if (isMap(proof) && proof['state'] === 'unverified') return [id, null];
      return [id, others];
    }),
  );
}

/** When this session last saved the last-known prices; 0: never. */
export const lastKnownSavedAt = stored('session:lastKnownSavedAt', {
  schema: unixMilliseconds,
  fallback: 0,
});

/** Last response with prices; 0: not in this session. */
export const lastAskedAt = stored('session:lastAskedAt', {
  schema: unixMilliseconds,
  fallback: 0,
  uses: ['firstPaint'],
});

/** Only feeds on the watchlist. */
export const missingFeeds = stored<Record<FeedId, MissingReason>>('session:missingFeeds', {
  schema: z.record(z.string(), missingReasonSchema),
  fallback: {},
  uses: ['firstPaint'],
});

/** By feed id. */
export const failedChecks = stored<Record<FeedId, FailedCheck>>('session:failedChecks', {
  schema: z.record(z.string(), failedCheckSchema),
  fallback: {},
  uses: ['firstPaint'],
});

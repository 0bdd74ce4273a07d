import { isMap } from '../../base/is-map.ts';
import { z } from '../../base/zod.ts';
import { signedBytesSchema, type SignedBytes } from '../../domain/signed-updates/signed-bytes.ts';
import { stored } from '../stored.ts';

/** The signed price behind each of the newest firings, by firing id; see `latestProofs`. */
export const firingProofs = stored<Record<string, SignedBytes>>('local:receipts', {
  schema: z.record(z.string(), signedBytesSchema),
  fallback: {},
  migrations: [withoutSigners],
});

/** Version 1 also had the signers that were trusted at that time. */
function withoutSigners(old: unknown): unknown {
  if (!isMap(old)) return old;
  return Object.fromEntries(
    Object.entries(old).map(([id, price]) => [id, isMap(price) ? price['update'] : price]),
  );
}

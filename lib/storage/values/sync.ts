import { timeMs, z } from '../../base/zod.ts';
import { ENTRY_KEY, entrySchema } from '../../domain/sync/entries.ts';
import { stored } from '../stored.ts';

/** Whether list, groups, alerts and look are shared through the browser's account. */
export const isSyncOn = stored('local:isSyncOn', {
  schema: z.boolean(),
  fallback: false,
  uses: ['options'],
});

const memorySchema = z.object({
  /** This computer; empty before its first step. */
  device: z.string(),
  entries: z.record(z.string().check(z.regex(ENTRY_KEY)), entrySchema),
});

/** What this computer shared and received in its last step. */
export const syncMemory = stored('local:syncMemory', {
  schema: memorySchema,
  isText: true,
  // Without its entries, a computer joins again, which deletes nothing.
  isWhole: true,
  fallback: { device: '', entries: {} },
});

const syncStatusSchema = z.object({
  /**
   * Why not all is shared: sample prices are shown, it does not fit, a newer version has stored
   * something, the browser refused to store it, or has no such storage.
   */
  problem: z.nullable(z.enum(['samples', 'tooLong', 'newer', 'refused', 'unavailable'])),
  /** When everything was last shared. */
  at: timeMs,
  /** Without a change, it is not tried again before. */
  retryAt: timeMs,
  /** How many times in a row the browser refused. */
  refusals: z.int().check(z.minimum(0)),
});
export type SyncStatus = z.infer<typeof syncStatusSchema>;

export const syncStatus = stored('local:syncStatus', {
  schema: syncStatusSchema,
  fallback: { problem: null, at: 0, retryAt: 0, refusals: 0 },
  uses: ['options'],
});

/** Whether this session has shared all changes. A worker may die before it has. */
export const isSynced = stored('session:isSynced', { schema: z.boolean(), fallback: false });

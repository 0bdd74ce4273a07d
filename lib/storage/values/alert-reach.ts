import { pointSchema } from '../../domain/alerts/model/state.ts';
import { unixMilliseconds } from '../../base/unit-schemas.ts';
import type { FeedId } from '../../base/units.ts';
import { z } from '../../base/zod.ts';
import { stored } from '../stored.ts';

const reachSchema = z.object({
  /** Prices at intervals similar to those of polling, oldest first. */
  points: z.array(pointSchema),
  /** Whether an active alert's level is within reach of the price's recent movement. */
  isNear: z.boolean(),
  /** It counts as near at least until then. */
  until: unixMilliseconds,
});

/** How far a feed's price moves, and whether it may soon reach a level of one of its alerts. */
export type Reach = z.infer<typeof reachSchema>;

/** By feed id, for feeds with alerts. The worker updates it while background updates are balanced. */
export const alertReach = stored<Record<FeedId, Reach>>('session:alertReach', {
  schema: z.record(z.string(), reachSchema),
  fallback: {},
});

/** Whether any of these feeds is near a level. */
export function isAnyNear(reach: Record<FeedId, Reach>, ids: readonly FeedId[]): boolean {
  return ids.some((id) => Object.hasOwn(reach, id) && reach[id]?.isNear === true);
}

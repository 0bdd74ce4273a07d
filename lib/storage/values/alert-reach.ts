import { pointSchema } from '../../domain/alerts/model/state.ts';
import { unixMilliseconds, z } from '../../base/zod.ts';
import type { FeedId } from '../../base/units.ts';
import { stored } from '../stored.ts';

const reachSchema = z.object({
  /** At intervals similar to polling, oldest first. */
  points: z.array(pointSchema),
  /** An active alert's level is within reach of recent moves. */
  isNear: z.boolean(),
  /** Near at least until then. */
  until: unixMilliseconds,
});

export type Reach = z.infer<typeof reachSchema>;

/** The reach of feeds with alerts, while background updates are balanced. */
export const alertReach = stored<Record<FeedId, Reach>>('session:alertReach', {
  schema: z.record(z.string(), reachSchema),
  fallback: {},
});

export function isAnyNear(reach: Record<FeedId, Reach>, ids: readonly FeedId[]): boolean {
  return ids.some((id) => Object.hasOwn(reach, id) && reach[id]?.isNear === true);
}

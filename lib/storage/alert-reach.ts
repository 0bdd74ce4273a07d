import { pointSchema } from '../alerts/model/state.ts';
import { defineStoredItem } from './stored-item.ts';
import { z } from '../zod.ts';

const reachSchema = z.object({
  /** The price at poll-like intervals, oldest first. */
  points: z.array(pointSchema),
  /** An armed level is within reach of the price's recent movement. */
  isNear: z.boolean(),
  /** Unix milliseconds up to which it counts as near in any case. */
  until: z.number(),
});

/** How far a feed's price moves, and whether it may soon come to a level of one of its alerts. */
export type Reach = z.infer<typeof reachSchema>;

/** By feed id, for feeds with alerts; kept by the background while updates are balanced. */
export const alertReach = defineStoredItem<Record<string, Reach>>('session:alertReach', {
  schema: z.record(z.string(), reachSchema),
  fallback: {},
});

/** Whether any of these feeds comes near to a level. */
export function isAnyNear(reach: Record<string, Reach>, ids: readonly string[]): boolean {
  return ids.some((id) => Object.hasOwn(reach, id) && reach[id]?.isNear === true);
}

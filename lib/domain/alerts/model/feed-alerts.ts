import { unixMilliseconds, z } from '../../../base/zod.ts';
import type { FeedId } from '../../../base/units.ts';
import { storedPriceSchema, type StoredPrice } from '../../prices/stored-price.ts';
import { positionSchema } from './price.ts';
import type { AlertState } from './state.ts';

/**
 * When a feed was last checked. All its alerts share this, so a price that affects no alert leaves
 * their states unchanged. It is session data: the time before a browser restart counts as a gap.
 */
export const feedWatchSchema = z.object({
  /** `null` before the first price. */
  newest: z.nullable(positionSchema),
  /** When the last response for this feed came. */
  lookedAt: z.nullable(unixMilliseconds),
  checkedAt: unixMilliseconds,
  /** When the last pause in the checks ended. */
  sleptUntil: z.optional(unixMilliseconds),
});
export type FeedWatch = z.infer<typeof feedWatchSchema>;

/**
 * The prices that a calculated figure will have: each feed's current price and newer ones. Ends
 * with the session.
 */
export const waitingSchema = z.record(z.string(), z.array(storedPriceSchema));
export type Waiting = Record<FeedId, StoredPrice[]>;

export interface FeedAlerts {
  watch: FeedWatch | null;
  /** The states are from an earlier session, and no price was checked since. */
  isRecalled?: boolean | undefined;
  /** Only for a calculated figure. */
  waiting?: Waiting | undefined;
  /** By alert id; missing for a new alert. */
  states: Record<string, AlertState>;
  /**
   * Grows with each step that is stored durably. A higher number in the durable copy means that the
   * worker died before it wrote the session copy.
   */
  revision: number;
}

/** `null` for a new alert. Ids come from files too, and may be `constructor`. */
export function stateOf(alertId: string, states: FeedAlerts['states']): AlertState | null {
  return Object.hasOwn(states, alertId) ? (states[alertId] ?? null) : null;
}

import { unixMilliseconds } from '../../../base/unit-schemas.ts';
import type { FeedId } from '../../../base/units.ts';
import { z } from '../../../base/zod.ts';
import { storedPriceSchema, type StoredPrice } from '../../prices/stored-price.ts';
import { positionSchema } from './price.ts';
import type { AlertState } from './state.ts';

/**
 * When a feed was last checked. All its alerts share this, so that a price that affects none of
 * them leaves their states unchanged. Keep it in session storage: after a browser restart it must
 * be gone, so that the time before counts as a gap.
 */
export const feedWatchSchema = z.object({
  /** Position of the newest price; `null` before the first. */
  newest: z.nullable(positionSchema),
  /** When the last answer for this feed came. */
  lookedAt: z.nullable(unixMilliseconds),
  /** When the last check of any type was made. */
  checkedAt: unixMilliseconds,
});
export type FeedWatch = z.infer<typeof feedWatchSchema>;

/**
 * The prices that a calculated figure will have: of each feed, the price that it has now and the
 * newer ones. Feeds without newer ones are left out. Like the watch, it ends with the session.
 */
export const waitingSchema = z.record(z.string(), z.array(storedPriceSchema));
export type Waiting = Record<FeedId, StoredPrice[]>;

/** The states of one feed's alerts, as stored. */
export interface FeedAlerts {
  watch: FeedWatch | null;
  /** Of a calculated figure, if any of its prices waits for others. */
  waiting?: Waiting | undefined;
  /** By alert id; an alert without a state is new. */
  states: Record<string, AlertState>;
  /**
   * Grows with each step that is stored durably first (it is the step's time, if that is more). If
   * the durable copy has the higher number, the worker died before it wrote the session's.
   */
  revision: number;
}

/** The state of an alert; `null` if it is new. Ids come from files too, and may be `constructor`. */
export function stateOf(alertId: string, states: FeedAlerts['states']): AlertState | null {
  return Object.hasOwn(states, alertId) ? (states[alertId] ?? null) : null;
}

import type { AlertEvent } from '../model/event.ts';

export interface TrackOptions {
  readonly afterGap: boolean;
  /** The alert is neither snoozed nor in its cooldown. */
  readonly mayFire: boolean;
}

/** A tracker that has moved past the reported event. */
export interface Tracked<T> {
  /** The same object if nothing changed. */
  readonly tracker: T;
  readonly event?: AlertEvent | null;
  readonly missed?: boolean;
}

import type { AlertEvent } from '../model/event.ts';

export interface TrackOptions {
  /** There was a gap before this observation. */
  readonly afterGap: boolean;
  /** The alert is neither snoozed nor cooling. */
  readonly mayFire: boolean;
}

/** A tracker after one observation. An event is reported once; the tracker has moved past it. */
export interface Tracked<T> {
  /** The same object if nothing changed. */
  readonly tracker: T;
  readonly event?: AlertEvent | null;
  /** Whether the event took place during a gap. */
  readonly missed?: boolean;
}

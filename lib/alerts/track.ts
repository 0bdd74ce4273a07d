import type { Happening } from './happening.ts';

export interface TrackOptions {
  /** Nobody looked just before. */
  readonly afterGap: boolean;
  /** The alert is neither snoozed nor cooling. */
  readonly mayFire: boolean;
}

/** A tracker after one look, and what it found; the tracker then counts it as dealt with. */
export interface Tracked<T> {
  /** The same object where nothing changed. */
  readonly tracker: T;
  readonly found: Happening | null;
  /** It was found, but happened while nobody looked. */
  readonly missed: boolean;
}

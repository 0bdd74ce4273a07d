import type { BackgroundUpdates } from '../settings.ts';

const POLL_EVERY_MS: Record<BackgroundUpdates, number> = {
  live: 30_000,
  balanced: 30_000,
  saver: 5 * 60_000,
  // While a page is open.
  none: 30_000,
};

/** Whether nothing may be requested: the user wants no updates while no page is open. */
export function isAsleepIn(mode: BackgroundUpdates, isPageOpen: boolean): boolean {
  return mode === 'none' && !isPageOpen;
}

/** While a page is open and the service refuses streams. */
export const INSTEAD_OF_STREAM_MS = 3_000;

/** In milliseconds, for times without a stream. */
export function pollInterval(mode: BackgroundUpdates): number {
  return POLL_EVERY_MS[mode];
}

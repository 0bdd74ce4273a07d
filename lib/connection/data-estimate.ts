import type { BackgroundUpdates } from '../storage/settings.ts';

const SECONDS_PER_DAY = 86_400;

const UPDATES_PER_SECOND: Record<BackgroundUpdates, number> = {
  live: 2.5,
  balanced: 1 / 30,
  saver: 1 / 300,
};

/**
 * Estimates the data that background updates use, in bytes per day before compression.
 *
 * We measured 24 kB for an update of the public service with 20 feeds, hex `binary` and `parsed`:
 * about 900 bytes plus 1,160 per feed. A lean update with proofs of the same length has 450 bytes
 * plus 440 per feed.
 *
 * @param isLean whether the stream omits the parsed part; polls always include it
 */
export function bytesADay(mode: BackgroundUpdates, feeds: number, isLean: boolean): number {
  if (feeds === 0) return 0;
  const bytes = isLean && mode === 'live' ? 450 + 440 * feeds : 900 + 1_160 * feeds;
  return bytes * UPDATES_PER_SECOND[mode] * SECONDS_PER_DAY;
}

/** Formats an estimate with two digits: `about 1.4 GB a day`. */
export function formatBytesADay(bytes: number): string {
  if (bytes === 0) return 'nothing while the watchlist is empty';
  const rounded = Number(bytes.toPrecision(2));
  const [unit, size] = rounded >= 1e9 ? ['GB', 1e9] : rounded >= 1e6 ? ['MB', 1e6] : ['kB', 1e3];
  const format = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
  return `about ${format.format(rounded / size)} ${unit} a day`;
}

/** Formats a number of bytes: `1.4 MB`. `null`: the browser does not report it. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return 'not told by this browser';
  if (bytes < 1_000) return `${bytes} B`;
  const [unit, size] = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9];
  return `${(bytes / size).toFixed(1)} ${unit}`;
}

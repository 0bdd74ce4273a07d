import type { BackgroundUpdates } from '../storage/settings.ts';

const SECONDS_A_DAY = 86_400;

const UPDATES_A_SECOND: Record<BackgroundUpdates, number> = {
  live: 2.5,
  balanced: 1 / 30,
  saver: 1 / 300,
};

/**
 * Bytes a day that background updates take, before compression.
 *
 * An update of the public service with hex `binary` and `parsed` parts was measured at 24 kB for 20
 * feeds: about 900 bytes and 1,160 for each feed. A lean one of the same depth of proof: 450 and 440.
 *
 * @param isLean the stream comes without its parsed part; polls never do
 */
export function bytesADay(mode: BackgroundUpdates, feeds: number, isLean: boolean): number {
  if (feeds === 0) return 0;
  const bytes = isLean && mode === 'live' ? 450 + 440 * feeds : 900 + 1_160 * feeds;
  return bytes * UPDATES_A_SECOND[mode] * SECONDS_A_DAY;
}

/** `about 1.4 GB a day`; two digits, because it is no more than an estimate. */
export function formatBytesADay(bytes: number): string {
  if (bytes === 0) return 'nothing while the watchlist is empty';
  const rounded = Number(bytes.toPrecision(2));
  const [unit, size] = rounded >= 1e9 ? ['GB', 1e9] : rounded >= 1e6 ? ['MB', 1e6] : ['kB', 1e3];
  const figure = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
  return `about ${figure.format(rounded / size)} ${unit} a day`;
}

/** `1.4 MB`; `null`: the browser does not tell. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return 'not told by this browser';
  if (bytes < 1_000) return `${bytes} B`;
  const [unit, size] = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9];
  return `${(bytes / size).toFixed(1)} ${unit}`;
}

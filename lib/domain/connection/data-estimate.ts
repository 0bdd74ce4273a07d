import { numberFormat } from '../../base/locale/format.ts';
import { t } from '../../base/locale/t.ts';
import type { BackgroundUpdates } from '../settings.ts';

const SECONDS_PER_DAY = 86_400;

const UPDATES_PER_SECOND: Record<BackgroundUpdates, number> = {
  live: 2.5,
  balanced: 1 / 30,
  saver: 1 / 300,
  none: 0,
};

/**
 * Estimates the data of background updates in bytes per day before compression. Measured: an update
 * of 20 feeds with hex `binary` and `parsed` has 24 kB, about 900 bytes plus 1,160 per feed; a lean
 * update has about 450 bytes plus 440 per feed.
 * @param isLean whether the stream omits the parsed part; polls always include it
 */
export function bytesADay(mode: BackgroundUpdates, feeds: number, isLean: boolean): number {
  if (feeds === 0) return 0;
  const bytes = isLean && mode === 'live' ? 450 + 440 * feeds : 900 + 1_160 * feeds;
  return bytes * UPDATES_PER_SECOND[mode] * SECONDS_PER_DAY;
}

/** `About 1.4 GB per day`. */
export function formatBytesADay(bytes: number): string {
  if (bytes === 0) return t('connection.data.none');
  const rounded = Number(bytes.toPrecision(2));
  return t('connection.data.perDay', { size: inUnits(rounded, { maximumSignificantDigits: 2 }) });
}

const UNITS = [
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1e3],
] as const;

function inUnits(bytes: number, digits: Intl.NumberFormatOptions): string {
  const [unit, size] = UNITS.find(([, each]) => bytes >= each) ?? ['byte', 1];
  // The short form has no plural: 512 byte.
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  return numberFormat({ style: 'unit', unit, unitDisplay, ...digits }).format(bytes / size);
}

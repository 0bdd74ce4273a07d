/**
 * Minutes (`1` to `1440`), `1D`, `1W` or `1M`. UDF allows other spellings; see `readResolution`.
 */
export type Resolution = `${number}` | '1D' | '1W' | '1M';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const LONGEST_MINUTES = 1440;

/** Used without `/config`, as the UDF specification says. */
export const DEFAULT_RESOLUTIONS: readonly Resolution[] = [
  '1',
  '5',
  '15',
  '30',
  '60',
  '1D',
  '1W',
  '1M',
];

/** Reads `5`, `D`, `1D`, `W`, `M` and so on; `null` for other text. */
export function readResolution(text: unknown): Resolution | null {
  if (text === 'D' || text === '1D') return '1D';
  if (text === 'W' || text === '1W') return '1W';
  if (text === 'M' || text === '1M') return '1M';
  if (typeof text !== 'string' || !/^[1-9]\d{0,3}$/.test(text)) return null;
  const minutes = Number(text);
  return minutes <= LONGEST_MINUTES ? `${minutes}` : null;
}

/** Length of a bar in seconds. A month counts as 30 days. */
export function resolutionSeconds(resolution: Resolution): number {
  if (resolution === '1D') return DAY;
  if (resolution === '1W') return 7 * DAY;
  if (resolution === '1M') return 30 * DAY;
  return Number(resolution) * MINUTE;
}

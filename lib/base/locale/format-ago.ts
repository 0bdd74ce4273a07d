import { relativeTimeFormat, spaceUnit } from './format.ts';

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** `12 seconds ago`, `2 hours ago`. Rounds down. */
export function formatTimeAgo(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [length, unit] = UNITS.find(([each]) => seconds >= each) ?? UNITS[3];
  return spaceUnit(relativeTimeFormat({}).format(-Math.floor(seconds / length), unit));
}

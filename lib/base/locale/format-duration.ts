import { numberFormat, spaceUnit } from './format.ts';

/**
 * Formats with one unit: `45 sec`, `15 min`, `4 hr`, or `45 seconds` in style `long`. Long
 * durations are rounded. A no-break space keeps number and unit together.
 */
export function formatDuration(seconds: number, style: 'short' | 'long' = 'short'): string {
  const [count, unit] = inOneUnit(Math.round(seconds));
  const format = numberFormat({ style: 'unit', unit, unitDisplay: style });
  return spaceUnit(format.format(count)).replace(' ', '\u00a0');
}

type Unit = 'second' | 'minute' | 'hour' | 'day';

function inOneUnit(seconds: number): [count: number, unit: Unit] {
  if (seconds > 86_400 && seconds % 86_400 === 0) return [seconds / 86_400, 'day'];
  if (seconds >= 3_600 && seconds % 3_600 === 0) return [seconds / 3_600, 'hour'];
  if (seconds >= 60 && seconds % 60 === 0) return [seconds / 60, 'minute'];
  if (seconds < 600) return [seconds, 'second'];
  return seconds < 36_000
    ? [Math.round(seconds / 60), 'minute']
    : [Math.round(seconds / 3_600), 'hour'];
}

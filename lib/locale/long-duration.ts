import { durationFormat } from './format.ts';

/** Formats a duration in its largest unit that divides it: `10 seconds`, `5 minutes`, `1 day`. */
export function longDuration(seconds: number): string {
  const format = durationFormat({ style: 'long' });
  if (seconds % 86_400 === 0) return format.format({ days: seconds / 86_400 });
  if (seconds % 3_600 === 0) return format.format({ hours: seconds / 3_600 });
  return seconds % 60 === 0 ? format.format({ minutes: seconds / 60 }) : format.format({ seconds });
}

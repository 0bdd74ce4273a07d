import { toMilliseconds, type UnixSeconds } from '../../base/units.ts';

// Not translated. Uses `Date`, because a browser may lack `Temporal`.

/** `2026-11-22 20:15:03 UTC`. */
export function utcTime(seconds: UnixSeconds): string {
  const time = new Date(toMilliseconds(seconds)).toISOString();
  return `${time.slice(0, 19).replace('T', ' ')} UTC`;
}

/**
 * Formats like `2026-11-22 21:15:03 +01:00`.
 * @param timeZone an IANA name
 */
export function zonedTime(seconds: UnixSeconds, timeZone: string): string {
  const style = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
  // Swedish writes dates as ISO 8601.
  const time = new Intl.DateTimeFormat('sv', style).format(toMilliseconds(seconds));
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const zone = parts.formatToParts(toMilliseconds(seconds));
  const offset = zone.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '');
  return `${time} ${offset || '+00:00'}`;
}

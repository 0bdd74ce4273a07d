import { toMilliseconds, toSeconds, type UnixSeconds } from '../../base/units.ts';

// The same in every language and browser, so that the saved file can check what it shows. With
// `Date`: the file may be opened in a browser without `Temporal`.

/** `2026-11-22 20:15:03 UTC`. */
export function utcTime(seconds: UnixSeconds): string {
  return `${clockTime(seconds)} UTC`;
}

/** The time that `utcTime` wrote; `null` if it is none. */
export function secondsOf(utc: string): UnixSeconds | null {
  const [, date, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC$/.exec(utc) ?? [];
  const ms = Date.parse(`${date}T${time}Z`);
  return Number.isNaN(ms) ? null : toSeconds(ms);
}

/** `2026-11-22 21:15:03 +01:00`. @param offset seconds ahead of UTC */
export function localTime(seconds: UnixSeconds, offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60));
  const sign = offset < 0 ? '-' : '+';
  const zone = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${clockTime(seconds + (offset < 0 ? -minutes : minutes) * 60)} ${sign}${zone.join(':')}`;
}

/** The offset that a local time states, in seconds; `null` if it states none. */
export function offsetOf(local: string): number | null {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(local) ?? [];
  if (sign === undefined) return null;
  const seconds = Number(hours) * 3_600 + Number(minutes) * 60;
  return sign === '-' ? -seconds : seconds;
}

function clockTime(seconds: UnixSeconds): string {
  return new Date(toMilliseconds(seconds)).toISOString().slice(0, 19).replace('T', ' ');
}

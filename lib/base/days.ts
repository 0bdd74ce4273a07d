import type { UnixSeconds } from './units.ts';

export const DAY_SECONDS = 86_400;

/** A time or, with `isDay`, a date as 00:00 UTC. */
export interface When {
  readonly time: UnixSeconds;
  readonly isDay?: boolean | undefined;
}

/**
 * A time zone's offset from UTC in seconds. Converting 20,000 bars one by one takes too long, so it
 * looks up the next change of the clock only once.
 */
export class ZoneOffset {
  readonly #timeZone: string;
  #from: UnixSeconds = Infinity;
  #until: UnixSeconds = -Infinity;
  #offset = 0;

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  at(seconds: UnixSeconds): number {
    if (seconds < this.#from || seconds >= this.#until) {
      const ms = Math.floor(seconds) * 1_000;
      const time = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(this.#timeZone);
      const next = time.getTimeZoneTransition('next');
      // The previous change is before the time, so that a change at this very time counts.
      const previous = time.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
      this.#from = previous ? previous.epochMilliseconds / 1_000 : -Infinity;
      this.#until = next ? next.epochMilliseconds / 1_000 : Infinity;
      this.#offset = time.offsetNanoseconds / 1e9;
    }
    return this.#offset;
  }
}

/** The date of a time in a time zone, as 00:00 UTC. */
export function dayIn(seconds: UnixSeconds, timeZone: string): UnixSeconds {
  const local = timeZone === 'UTC' ? seconds : seconds + new ZoneOffset(timeZone).at(seconds);
  return startOfDay(local);
}

/** 00:00 UTC of the date of a time in UTC. */
export function startOfDay(seconds: UnixSeconds): UnixSeconds {
  return Math.floor(seconds / DAY_SECONDS) * DAY_SECONDS;
}

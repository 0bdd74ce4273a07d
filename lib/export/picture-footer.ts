import { connectionSettings } from '../storage/settings.ts';
import type { UnixMilliseconds } from '../units.ts';

/** The text below every picture: when it was made, and where its prices come from. */
export interface PictureFooter {
  /** `21 Nov 2026, 07:20:15 UTC+1`, in the user's time zone. */
  time: string;
  /** `Prices from hermes.pyth.network`. Only the host: the rest of the URL may contain a secret. */
  source: string;
}

export async function readPictureFooter(nowMs: UnixMilliseconds): Promise<PictureFooter> {
  const { baseUrl } = await connectionSettings.getValue();
  return { time: timeWithZone(nowMs), source: `Prices from ${hostOf(baseUrl)}` };
}

/**
 * A time with its time zone.
 *
 * @param timeZone an IANA name; by default the user's
 */
export function timeWithZone(nowMs: UnixMilliseconds, locale?: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
    timeZone,
  }).format(nowMs);
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : 'an unknown service';
}

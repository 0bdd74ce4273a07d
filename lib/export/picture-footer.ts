import { connectionSettings } from '../storage/settings.ts';

/** What stands beneath every picture: when it was made, and where its prices are from. */
export interface PictureFooter {
  /** `21 Nov 2026, 07:20:15 UTC+1`, in the user's zone. */
  time: string;
  /** `Prices from hermes.pyth.network`: the host alone, as the rest of the address may be a secret. */
  source: string;
}

/** @param nowMs unix milliseconds */
export async function readPictureFooter(nowMs: number): Promise<PictureFooter> {
  const { baseUrl } = await connectionSettings.getValue();
  return { time: timeWithZone(nowMs), source: `Prices from ${hostOf(baseUrl)}` };
}

/** @param timeZone an IANA name; the user's own where absent */
export function timeWithZone(nowMs: number, locale?: string, timeZone?: string): string {
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

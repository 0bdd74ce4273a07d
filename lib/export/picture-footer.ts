import { dateFormat } from '../locale/format.ts';
import { t } from '../locale/t.ts';
import { DEFAULT_SERVICE, priceServices } from '../storage/settings.ts';
import type { UnixMilliseconds } from '../units.ts';

/** The text below every picture: when it was made, and where its prices come from. */
export interface PictureFooter {
  /** `Nov 21, 2026, 7:20:15 AM GMT+1`, in the user's time zone. */
  time: string;
  /** `Prices from hermes.pyth.network`. Only the host: the rest of the URL may contain a secret. */
  source: string;
}

export async function readPictureFooter(nowMs: UnixMilliseconds): Promise<PictureFooter> {
  const [{ baseUrl } = DEFAULT_SERVICE] = await priceServices.getValue();
  return { time: timeWithZone(nowMs), source: sourceText(baseUrl) };
}

/**
 * A time with its time zone.
 *
 * @param timeZone an IANA name; by default the user's
 */
export function timeWithZone(nowMs: UnixMilliseconds, timeZone?: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'long', timeZone }).format(nowMs);
}

function sourceText(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return t('picture.unknownSource');
  return t('picture.source', { host: new URL(baseUrl).host });
}

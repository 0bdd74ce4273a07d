import type { FeedId, UnixSeconds } from '../../base/units.ts';

export const GAPS = [
  'no-data',
  'unknown',
  'not-covered',
  'closed',
  'late',
  'early',
  'failed',
  'split',
] as const;

/**
 * `no-data`: the service has no price. `closed`: the market was closed. `late`: the next price was
 * published much later. `early`: the service sent an earlier price. `failed`: the price failed
 * verification. `split`: candles show that a split came after it.
 */
export type Gap = (typeof GAPS)[number];

/** Whether another access token or a correct response may fill the gap. Other gaps are final. */
export function isRetryable(gap: Gap): boolean {
  return gap === 'not-covered' || gap === 'failed' || gap === 'early';
}

export type PastPrice = { readonly time: UnixSeconds } & (
  | {
      /** Integer digits: the price is `price` × 10^`expo`. */
      readonly price: string;
      readonly expo: number;
      /** `null`: not verified. */
      readonly trust: string | null;
      readonly gap?: undefined;
    }
  | { readonly gap: Gap }
);

// A `v` without a trust fingerprint predates named proofs: treat it as not verified.
const ENTRY = /^(\d{1,12}) (?:(-?\d{1,1000}) (-?\d{1,4}) (?:u|v([\w-]{0,64}))|!([a-z-]{1,20}))$/;

/** Written as one short text, because the popup reads hundreds before its first paint. */
export function writePastPrice(past: PastPrice): string {
  if (past.gap !== undefined) return `${past.time} !${past.gap}`;
  return `${past.time} ${past.price} ${past.expo} ${past.trust === null ? 'u' : `v${past.trust}`}`;
}

/** Key of an exchange rate's price at another feed's close. */
export function rateKey(id: FeedId, time: UnixSeconds | string): string {
  return `${id}@${time}`;
}

/**
 * An exchange rate's past price at another feed's time.
 * @param own that feed's stored past price
 */
export function rateText(
  texts: Readonly<Record<string, string>> | undefined,
  id: FeedId,
  own: string | null,
): string | null {
  const time = own?.split(' ', 1)[0] ?? '';
  return texts?.[rateKey(id, time)] ?? texts?.[id] ?? null;
}

export function readPastPrice(text: string): PastPrice | null {
  const [, time, price, expo, trust, gapText] = ENTRY.exec(text) ?? [];
  if (time === undefined) return null;
  if (price !== undefined) {
    return { time: Number(time), price, expo: Number(expo), trust: trust || null };
  }
  const gap = GAPS.find((known) => known === gapText);
  return gap ? { time: Number(time), gap } : null;
}

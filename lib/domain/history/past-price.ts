import type { FeedId, UnixSeconds } from '../../base/units.ts';

/** All of `Gap`. */
export const GAPS = [
  'no-data',
  'unknown',
  'not-covered',
  'closed',
  'late',
  'early',
  'failed',
] as const;

/**
 * Why there is no price at a time. `no-data`: the service has none. `unknown`: it does not know the
 * feed. `not-covered`: the access token does not cover it. `closed`: there is none because the
 * market was closed. `late`: the next price came much later. `early`: the service sent a price of
 * an earlier time. `failed`: the price failed verification.
 */
export type Gap = (typeof GAPS)[number];

/**
 * Whether another request may fill the gap: with another access token, or once the service answers
 * correctly. The other gaps are final.
 */
export function isRetryable(gap: Gap): boolean {
  return gap === 'not-covered' || gap === 'failed' || gap === 'early';
}

/** One feed's price at a time, or why there is none. */
export type PastPrice = { readonly time: UnixSeconds } & (
  | {
      /** Integer digits: the price is `price` × 10^`expo`. */
      readonly price: string;
      readonly expo: number;
      /** The trust under which the price was verified; `null` if it was not. */
      readonly trust: string | null;
      readonly gap?: undefined;
    }
  | { readonly gap: Gap }
);

// A `v` without a trust was written before proofs named theirs: it counts as not verified.
const ENTRY = /^(\d{1,12}) (?:(-?\d{1,1000}) (-?\d{1,4}) (?:u|v([\w-]{0,64}))|!([a-z-]{1,20}))$/;

/** Writes one short text, because the popup reads hundreds of them before its first paint. */
export function writePastPrice(past: PastPrice): string {
  if (past.gap !== undefined) return `${past.time} !${past.gap}`;
  return `${past.time} ${past.price} ${past.expo} ${past.trust === null ? 'u' : `v${past.trust}`}`;
}

/** The key of an exchange rate's past price at the time of another feed's close. */
export function rateKey(id: FeedId, time: UnixSeconds | string): string {
  return `${id}@${time}`;
}

/**
 * The past price of an exchange rate, as stored, for one of another feed: of the same time.
 *
 * @param own that feed's past price, as stored
 */
export function rateText(
  texts: Readonly<Record<string, string>> | undefined,
  id: FeedId,
  own: string | null,
): string | null {
  const time = own?.split(' ', 1)[0] ?? '';
  return texts?.[rateKey(id, time)] ?? texts?.[id] ?? null;
}

/** Reads a text of `writePastPrice`; `null` for any other text. */
export function readPastPrice(text: string): PastPrice | null {
  const [, time, price, expo, trust, gapText] = ENTRY.exec(text) ?? [];
  if (time === undefined) return null;
  if (price !== undefined) {
    return { time: Number(time), price, expo: Number(expo), trust: trust || null };
  }
  const gap = GAPS.find((known) => known === gapText);
  return gap ? { time: Number(time), gap } : null;
}

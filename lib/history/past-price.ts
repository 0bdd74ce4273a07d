import { z } from '../zod.ts';

/**
 * Why there is no price of a moment: `no-data`, the service has none; `unknown`, it does not know
 * the feed; `not-covered`, the access token does not cover it; `closed`, it has none and the market
 * was closed; `late`, its next one came much later; `early`, it sent one of an earlier time;
 * `failed`, what it sent failed verification.
 */
export const gapSchema = z.enum([
  'no-data',
  'unknown',
  'not-covered',
  'closed',
  'late',
  'early',
  'failed',
]);
export type Gap = z.infer<typeof gapSchema>;

/**
 * Whether another try may fill the gap: with another access token, or where the service answers
 * rightly by now. The others are facts of the past.
 */
export function isPassing(gap: Gap): boolean {
  return gap === 'not-covered' || gap === 'failed' || gap === 'early';
}

/** What the service said of one feed at a moment (unix seconds). */
export type PastPrice = { readonly moment: number } & (
  | {
      /** Integer digits: the price is `price` × 10^`expo`. */
      readonly price: string;
      readonly expo: number;
      /** The trust under which signatures proved it; `null`: they did not. */
      readonly trust: string | null;
      readonly gap?: undefined;
    }
  | { readonly gap: Gap }
);

// A `v` alone is from before proofs named their trust: it counts as not verified.
const ENTRY = /^(\d{1,12}) (?:(-?\d{1,1000}) (-?\d{1,4}) (?:u|v([\w-]{0,64}))|!([a-z-]{1,20}))$/;

/** In one short text: hundreds of them are read before the popup's first picture. */
export function writePastPrice(past: PastPrice): string {
  if (past.gap !== undefined) return `${past.moment} !${past.gap}`;
  return `${past.moment} ${past.price} ${past.expo} ${past.trust === null ? 'u' : `v${past.trust}`}`;
}

/** Reads what `writePastPrice` wrote; `null` for anything else. */
export function readPastPrice(text: string): PastPrice | null {
  const [, moment, price, expo, trust, gapText] = ENTRY.exec(text) ?? [];
  if (moment === undefined) return null;
  if (price !== undefined) {
    return { moment: Number(moment), price, expo: Number(expo), trust: trust || null };
  }
  const gap = gapSchema.safeParse(gapText);
  return gap.success ? { moment: Number(moment), gap: gap.data } : null;
}

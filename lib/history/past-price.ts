/**
 * Why there is no price of a moment: `no-data`, the service has none; `unknown`, it does not know
 * the feed; `not-covered`, the access token does not cover it; `closed`, it has none and the market
 * was closed; `late`, its next one came much later.
 */
export type Gap = 'no-data' | 'unknown' | 'not-covered' | 'closed' | 'late';

/** What the service said of one feed at a moment (unix seconds). */
export type PastPrice = { readonly moment: number } & (
  | {
      /** Integer digits: the price is `price` × 10^`expo`. */
      readonly price: string;
      readonly expo: number;
      readonly verified: boolean;
      readonly gap?: undefined;
    }
  | { readonly gap: Gap }
);

const ENTRY =
  /^(\d{1,12}) (?:(-?\d{1,1000}) (-?\d{1,4}) ([vu])|!(no-data|unknown|not-covered|closed|late))$/;

/** In one short text: hundreds of them are read before the popup's first picture. */
export function writePastPrice(past: PastPrice): string {
  if (past.gap !== undefined) return `${past.moment} !${past.gap}`;
  return `${past.moment} ${past.price} ${past.expo} ${past.verified ? 'v' : 'u'}`;
}

/** Reads what `writePastPrice` wrote; `null` for anything else. */
export function readPastPrice(text: string): PastPrice | null {
  const [, moment, price, expo, proof, gap] = ENTRY.exec(text) ?? [];
  if (moment === undefined) return null;
  if (isGap(gap)) return { moment: Number(moment), gap };
  if (price === undefined) return null;
  return { moment: Number(moment), price, expo: Number(expo), verified: proof === 'v' };
}

/** The moment (unix seconds) of a text of `writePastPrice`, without reading the rest. */
export function momentOfPastPrice(text: string): number {
  return Number.parseInt(text, 10);
}

function isGap(text: string | undefined): text is Gap {
  return text !== undefined;
}

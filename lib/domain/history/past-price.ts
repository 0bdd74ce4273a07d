import type { FeedId, UnixSeconds } from '../../base/units.ts';

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
 * `no-data`: the service has no price. `closed`: the market was closed. `late`: the next price was
 * published much later. `early`: the service sent an earlier price. `failed`: the price failed
 * verification.
 */
export type Gap = (typeof GAPS)[number];

/** Whether another access token or a correct response may fill the gap. Other gaps are final. */
export function isRetryable(gap: Gap): boolean {
  return gap === 'not-covered' || gap === 'failed' || gap === 'early';
}

/**
 * What candles say about a signed price, which stays as it is. `asked`: nothing yet, but there is a
 * history service. `kept`: the candles agree with it. `split`: it is from before a split.
 */
export interface Verdict {
  readonly is: 'asked' | 'kept' | 'split';
  /** Mark of the history service; the empty text while it is asked. */
  readonly by: string;
}

const VERDICTS = { '?': 'asked', '=': 'kept', '/': 'split' } as const;

export type PastPrice = { readonly time: UnixSeconds } & (
  | {
      /** Integer digits: the price is `price` × 10^`expo`. */
      readonly price: string;
      readonly expo: number;
      /** `null`: not verified. */
      readonly trust: string | null;
      /** Missing without a history service. */
      readonly verdict?: Verdict | undefined;
      readonly gap?: undefined;
    }
  | { readonly gap: Gap }
);

// A `v` without a trust fingerprint predates named proofs: treat it as not verified.
const ENTRY =
  /^(\d{1,12}) (?:(-?\d{1,1000}) (-?\d{1,4}) (?:u|v([\w-]{0,64}))(?: ([?=/])([\w-]{0,64}))?|!([a-z-]{1,20}))$/;

/** Written as one short text, because the popup reads hundreds before its first paint. */
export function writePastPrice(past: PastPrice): string {
  if (past.gap !== undefined) return `${past.time} !${past.gap}`;
  const { time, price, expo, trust, verdict } = past;
  const mark = Object.entries(VERDICTS).find(([, is]) => is === verdict?.is)?.[0];
  const judged = verdict && mark ? ` ${mark}${verdict.by}` : '';
  return `${time} ${price} ${expo} ${trust === null ? 'u' : `v${trust}`}${judged}`;
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

/**
 * `null` for `!split` of an earlier version, too, which replaced the signed price: it is requested
 * again.
 */
export function readPastPrice(text: string): PastPrice | null {
  const [, time, price, expo, trust, mark, by = '', gapText] = ENTRY.exec(text) ?? [];
  if (time === undefined) return null;
  if (price !== undefined) {
    const past = { time: Number(time), price, expo: Number(expo), trust: trust || null };
    return isVerdictMark(mark) ? { ...past, verdict: { is: VERDICTS[mark], by } } : past;
  }
  const gap = GAPS.find((known) => known === gapText);
  return gap ? { time: Number(time), gap } : null;
}

function isVerdictMark(mark: string | undefined): mark is keyof typeof VERDICTS {
  return mark !== undefined && Object.hasOwn(VERDICTS, mark);
}

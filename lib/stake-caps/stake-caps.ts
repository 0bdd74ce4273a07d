import { plainText } from '../text/plain-text.ts';
import { ratio } from '../prices/arithmetic.ts';
import type { Decimal } from '../prices/decimal.ts';

// A publisher is a public key: 44 or 64 characters.
const LONGEST_PUBLISHER = 100;
const NAMELESS = '(no name)';

/** What one publisher may stake; exact, however large. */
export interface StakeCap {
  publisher: string;
  cap: bigint;
  /** Of the total, in per cent with two places; `null` where the total is zero. */
  sharePercent: Decimal | null;
}

export interface StakeCaps {
  caps: StakeCap[];
  total: bigint;
}

export type StakeCapOrder = 'cap' | 'publisher';

/** Reads the caps of an answer, digits all kept; entries that are no caps are left out. */
export function readStakeCaps(answered: readonly { publisher: string; cap: string }[]): StakeCaps {
  const read = answered
    .filter(({ cap }) => /^\d{1,40}$/.test(cap))
    .map(({ publisher, cap }) => ({
      publisher: plainText(publisher, LONGEST_PUBLISHER) || NAMELESS,
      cap: BigInt(cap),
    }));
  const total = read.reduce((sum, { cap }) => sum + cap, 0n);
  return { total, caps: read.map((each) => ({ ...each, sharePercent: share(each.cap, total) })) };
}

/** Those whose publisher holds the text, in any case; the greatest cap, or A, first unless reversed. */
export function arrangeStakeCaps(
  caps: readonly StakeCap[],
  { query, order, isReversed }: { query: string; order: StakeCapOrder; isReversed: boolean },
): StakeCap[] {
  const wanted = query.trim().toLowerCase();
  const found = caps.filter(({ publisher }) => publisher.toLowerCase().includes(wanted));
  const arranged = found.toSorted(order === 'cap' ? byCap : byPublisher);
  return isReversed ? arranged.toReversed() : arranged;
}

function byCap(a: StakeCap, b: StakeCap): number {
  if (a.cap === b.cap) return byPublisher(a, b);
  return a.cap > b.cap ? -1 : 1;
}

function byPublisher(a: StakeCap, b: StakeCap): number {
  if (a.publisher === b.publisher) return 0;
  return a.publisher < b.publisher ? -1 : 1;
}

function share(cap: bigint, total: bigint): Decimal | null {
  return ratio({ mantissa: cap * 100n, expo: 0 }, { mantissa: total, expo: 0 }, 2);
}

import { t } from '../../base/locale/t.ts';
import { plainText } from '../../base/text/plain-text.ts';
import { ratio } from '../prices/arithmetic.ts';
import type { Decimal } from '../prices/decimal.ts';

// A publisher is a public key with 44 or 64 characters.
const LONGEST_PUBLISHER = 100;

export interface StakeCap {
  publisher: string;
  cap: bigint;
  /** Two decimals; `null` if the total is zero. */
  sharePercent: Decimal | null;
}

export interface StakeCaps {
  caps: StakeCap[];
  total: bigint;
}

/** Exact stake caps, the largest first. Leaves out invalid entries. */
export function readStakeCaps(answered: readonly { publisher: string; cap: string }[]): StakeCaps {
  const read = answered
    .filter(({ cap }) => /^\d{1,40}$/.test(cap))
    .map(({ publisher, cap }) => ({
      publisher: plainText(publisher, LONGEST_PUBLISHER) || t('common.noName'),
      cap: BigInt(cap),
    }))
    .toSorted(byCap);
  const total = read.reduce((sum, { cap }) => sum + cap, 0n);
  return { total, caps: read.map((each) => ({ ...each, sharePercent: share(each.cap, total) })) };
}

type NamedCap = Omit<StakeCap, 'sharePercent'>;

function byCap(a: NamedCap, b: NamedCap): number {
  if (a.cap !== b.cap) return a.cap > b.cap ? -1 : 1;
  if (a.publisher === b.publisher) return 0;
  return a.publisher < b.publisher ? -1 : 1;
}

function share(cap: bigint, total: bigint): Decimal | null {
  return ratio({ mantissa: cap * 100n, expo: 0 }, { mantissa: total, expo: 0 }, 2);
}

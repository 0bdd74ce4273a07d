import { t } from '../../base/locale/t.ts';
import { plainText } from '../../base/text/plain-text.ts';

// A publisher is a public key with 44 or 64 characters.
const LONGEST_PUBLISHER = 100;

export interface StakeCap {
  publisher: string;
  cap: bigint;
}

/** Exact stake caps, the largest first. Leaves out invalid entries. */
export function readStakeCaps(answered: readonly { publisher: string; cap: string }[]): StakeCap[] {
  return answered
    .filter(({ cap }) => /^\d{1,40}$/.test(cap))
    .map(({ publisher, cap }) => ({
      publisher: plainText(publisher, LONGEST_PUBLISHER) || t('common.noName'),
      cap: BigInt(cap),
    }))
    .toSorted(byCap);
}

function byCap(a: StakeCap, b: StakeCap): number {
  if (a.cap !== b.cap) return a.cap > b.cap ? -1 : 1;
  if (a.publisher === b.publisher) return 0;
  return a.publisher < b.publisher ? -1 : 1;
}

import { keccak_256 } from '@noble/hashes/sha3.js';
import { SignedUpdateError } from './errors.ts';

/* Limits the work for one update. The largest genuine one has 1,000 feeds, 255 per blob, with
   proofs of 13 hashes: about 700,000 hex digits and 7,000 hashes. The sender controls all of
   these, every few milliseconds. */

/** 1 MiB of signed bytes in hex: three times the largest genuine update. */
const MOST_CHARACTERS = 2 ** 21;

/** Twice the largest genuine update; parsing takes a few milliseconds. */
const MOST_MESSAGES = 2_048;

/**
 * Enough for 2,048 messages of one slot. Hashing a block takes up to 5 µs in JavaScript: 60 ms in
 * total, and at most 30 ms per blob.
 */
const MOST_HASHED_BLOCKS = 12_288;

/** keccak-256 pads the last block of this size. */
const BLOCK_BYTES = 136;

/** A 32-byte keccak-256. */
export type Hash = (bytes: Uint8Array) => Uint8Array;

export type WorkBudget = ReturnType<typeof createWorkBudget>;

/** Each method throws a SignedUpdateError `size` before the work is done. */
export function createWorkBudget() {
  const text = createAllowance(MOST_CHARACTERS, 'too-large');
  const messages = createAllowance(MOST_MESSAGES, 'too-many-messages');
  const blocks = createAllowance(MOST_HASHED_BLOCKS, 'too-much-hashing');
  return {
    spendText: text,
    spendMessages: messages,
    hash: (bytes: Uint8Array) => {
      blocks(Math.floor(bytes.length / BLOCK_BYTES) + 1);
      return keccak_256(bytes);
    },
  };
}

function createAllowance(
  most: number,
  code: 'too-large' | 'too-many-messages' | 'too-much-hashing',
): (amount: number) => void {
  let spent = 0;
  return (amount) => {
    if (spent + amount > most) throw new SignedUpdateError('size', { code });
    spent += amount;
  };
}

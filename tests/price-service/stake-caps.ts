import { createHash } from 'node:crypto';
import { toBase58 } from './base58.ts';
import { signStakeCaps } from './signing.ts';
import { alteredFigure, liesInParsed, type Tampering } from './tampering.ts';
import type { Encoding } from './updates.ts';

const PUBLISHERS = 40;
const KEY_CHARACTERS = 44;
// One more than the largest integer that a JavaScript number represents exactly.
const BEYOND_DOUBLE = 9_007_199_254_740_993n;

const CAPS = Array.from({ length: PUBLISHERS }, (_, index) => ({
  publisher: publisherKey(index),
  cap: index === 0 ? BEYOND_DOUBLE : 1_000_000_000n * BigInt(index + 1) + BigInt(index),
}));

/** The publish time of the caps, unix seconds, and how they are falsified. */
export interface CapsSigning {
  publishTime: number;
  tampering: Tampering | undefined;
}

/**
 * The JSON of a signed publisher stake caps update. Not written by `JSON.stringify`, because a cap is
 * a 64-bit integer and one is beyond 2^53.
 */
export function stakeCapsJson(
  options: { encoding: Encoding; parsed: boolean },
  { publishTime, tampering }: CapsSigning,
): string {
  const binary = signStakeCaps(CAPS, publishTime, { encoding: options.encoding, tampering });
  const items = CAPS.map(({ publisher, cap }, place) => {
    const isLie = place === 0 && liesInParsed(tampering);
    return `{"publisher":"${publisher}","cap":${isLie ? alteredFigure(cap) : cap}}`;
  });
  const parsed = options.parsed ? `,"parsed":[{"publisher_stake_caps":[${items.join(',')}]}]` : '';
  return `{"binary":${JSON.stringify(binary)}${parsed}}`;
}

function publisherKey(index: number): string {
  // About one key in twenty is a character shorter and is skipped, so that all have the same length.
  for (let attempt = 0; ; attempt++) {
    const key = toBase58(createHash('sha256').update(`publisher ${index} ${attempt}`).digest());
    if (key.length === KEY_CHARACTERS) return key;
  }
}

import { createHash } from 'node:crypto';
import { fillBytes } from './hash.ts';
import { encodeBinary, type Encoding } from './updates.ts';

const PUBLISHERS = 40;
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const KEY_CHARACTERS = 44;
// One more than a JavaScript number can tell from its neighbour.
const BEYOND_DOUBLE = '9007199254740993';

/**
 * The JSON of a publisher stake caps update. Written by hand: a cap is a 64-bit integer and
 * `JSON.stringify` could not write the one beyond 2^53.
 */
export function stakeCapsJson(options: { encoding: Encoding; parsed: boolean }): string {
  const binary = JSON.stringify(encodeBinary([capsBlob()], options.encoding));
  const caps = Array.from({ length: PUBLISHERS }, (_, index) => capJson(index)).join(',');
  const parsed = options.parsed ? `,"parsed":[{"publisher_stake_caps":[${caps}]}]` : '';
  return `{"binary":${binary}${parsed}}`;
}

function capJson(index: number): string {
  const cap = index === 0 ? BEYOND_DOUBLE : String(1_000_000_000 * (index + 1) + index);
  return `{"publisher":"${publisherKey(index)}","cap":${cap}}`;
}

function publisherKey(index: number): string {
  // About one key in twenty is a character shorter: tried again, so that all are equally long.
  for (let attempt = 0; ; attempt++) {
    const key = base58(createHash('sha256').update(`publisher ${index} ${attempt}`).digest('hex'));
    if (key.length === KEY_CHARACTERS) return key;
  }
}

function base58(hex: string): string {
  let rest = BigInt(`0x${hex}`);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = (BASE58[Number(rest % 58n)] ?? '') + text;
  return text;
}

function capsBlob(): Buffer {
  const blob = Buffer.alloc(304 + 11 + PUBLISHERS * 40);
  fillBytes(blob, 4, blob.length, PUBLISHERS);
  blob.write('PNAU', 0, 'latin1');
  return blob;
}

const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const KEY_BYTES = 32;

/** A publisher's key of 32 bytes as base58; a key with leading zero bytes has no form here. */
export function toBase58(key: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(key).toString('hex')}`);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = (DIGITS[Number(rest % 58n)] ?? '') + text;
  return text;
}

/** A publisher's key: base58 to its 32 bytes. */
export function fromBase58(text: string): Uint8Array {
  const value = Array.from(text).reduce(
    (sum, digit) => sum * 58n + BigInt(DIGITS.indexOf(digit)),
    0n,
  );
  return Buffer.from(value.toString(16).padStart(KEY_BYTES * 2, '0'), 'hex');
}

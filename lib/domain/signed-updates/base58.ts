const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Encodes bytes as base58 (Bitcoin alphabet), which the price service uses for publishers. */
export function toBase58(bytes: Uint8Array): string {
  let digits = '';
  let value = bytes.length === 0 ? 0n : BigInt(`0x${bytes.toHex()}`);
  for (; value > 0n; value /= 58n) digits = ALPHABET.charAt(Number(value % 58n)) + digits;
  const firstNonZero = bytes.findIndex((byte) => byte !== 0);
  const leadingZeros = firstNonZero === -1 ? bytes.length : firstNonZero;
  return '1'.repeat(leadingZeros) + digits;
}

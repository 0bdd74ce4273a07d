const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Bitcoin alphabet, as the price service writes publishers. */
export function toBase58(bytes: Uint8Array): string {
  let digits = '';
  let value = bytes.length === 0 ? 0n : BigInt(`0x${bytes.toHex()}`);
  for (; value > 0n; value /= 58n) digits = ALPHABET.charAt(Number(value % 58n)) + digits;
  const firstNonZero = bytes.findIndex((byte) => byte !== 0);
  const leadingZeros = firstNonZero === -1 ? bytes.length : firstNonZero;
  return '1'.repeat(leadingZeros) + digits;
}

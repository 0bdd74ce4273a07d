export const TAMPERINGS = [
  'altered-price',
  'wrong-proof',
  'short-quorum',
  'wrong-emitter',
  'unknown-set',
  'replayed-update',
  'parsed-mismatch',
] as const;

/** A way in which the service falsifies signed updates. */
export type Tampering = (typeof TAMPERINGS)[number];

/** How old a replayed update is. */
export const REPLAY_AGE_S = 600;

/** Whether the parsed part has a different price from the signed one. */
export function liesInParsed(tampering: Tampering | undefined): boolean {
  return tampering === 'altered-price' || tampering === 'parsed-mismatch';
}

/** The number that replaces the signed 64-bit number: about a tenth more. */
export function alteredFigure(figure: bigint): bigint {
  const size = figure < 0n ? -figure : figure;
  return BigInt.asIntN(64, figure + size / 10n + 1n);
}

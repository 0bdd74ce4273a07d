const ZERO_KEY = '0'.repeat(40);
const MOST_KEYS = 255;

/**
 * What is wrong with a list of signer addresses (40 lower-case hex digits each), as a sentence;
 * null when nothing is. A doubled key would sign twice, and nobody knows whose the zero key is.
 */
export function keyProblem(keys: readonly string[]): string | null {
  if (keys.length === 0) return 'There must be at least one signer.';
  if (keys.length > MOST_KEYS) return `There may be at most ${MOST_KEYS} signers.`;
  if (keys.includes(ZERO_KEY)) return 'The zero address cannot be a signer.';
  if (new Set(keys).size !== keys.length) return 'The same signer is listed twice.';
  return null;
}

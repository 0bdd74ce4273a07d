const ZERO_KEY = '0'.repeat(40);
const MOST_KEYS = 255;

/**
 * Checks a list of signer addresses (40 lowercase hex digits each). Returns the problem as a
 * sentence for the user, or null. A duplicate key would count twice toward the quorum, and nobody
 * is known to own the zero address.
 */
export function keyProblem(keys: readonly string[]): string | null {
  if (keys.length === 0) return 'There must be at least one signer.';
  if (keys.length > MOST_KEYS) return `There may be at most ${MOST_KEYS} signers.`;
  if (keys.includes(ZERO_KEY)) return 'The zero address cannot be a signer.';
  if (new Set(keys).size !== keys.length) return 'The same signer is listed twice.';
  return null;
}

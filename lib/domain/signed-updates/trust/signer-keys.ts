const ZERO_KEY = '0'.repeat(40);
/** An upgrade message has one byte for their number. */
export const MOST_KEYS = 255;

export type KeyProblem = 'none' | 'too-many' | 'zero-address' | 'duplicate';

/**
 * Checks addresses (40 lowercase hex digits each). A duplicate key would count twice, and nobody is
 * known to own the zero address.
 */
export function keyProblem(keys: readonly string[]): KeyProblem | null {
  if (keys.length === 0) return 'none';
  if (keys.length > MOST_KEYS) return 'too-many';
  if (keys.includes(ZERO_KEY)) return 'zero-address';
  if (new Set(keys).size !== keys.length) return 'duplicate';
  return null;
}

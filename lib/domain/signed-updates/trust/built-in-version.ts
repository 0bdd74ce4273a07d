/**
 * Changes only when the built-in signer sets change. It has its own file so that pages can compare
 * it without loading the signer sets or the verifier.
 */
export const BUILT_IN_SIGNERS_VERSION = 'b1';

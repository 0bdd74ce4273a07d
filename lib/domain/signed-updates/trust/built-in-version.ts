/**
 * Changes only with the built-in signer sets. In its own file, so that pages compare it without
 * loading the verifier.
 */
export const BUILT_IN_SIGNERS_VERSION = 'b1';

/**
 * Changes with every change of the built-in signer sets, and nothing else. In a file of its own:
 * pages that compare it load neither the sets nor the verifier.
 */
export const BUILT_IN_SIGNERS_VERSION = 'b1';

// The public interface of this folder. It also verifies updates outside the extension.
export { PYTH_ROUTERS, WORMHOLE_MAINNET, WORMHOLE_TESTNET } from './trust/signer-sets.ts';
export { createSignerCache, type SignerCache } from './signatures.ts';
export { SignedUpdateError, type SignedUpdateCheck } from './errors.ts';
export type { Trust, TrustProfile } from './trust/trust-profile.ts';
export { verifyUpdate, verifyUpdateInTurns } from './verify.ts';
export type {
  BlobResult,
  SignedBinary,
  UpdateProof,
  VerifiedPrice,
  VerifiedUpdate,
} from './verify.ts';

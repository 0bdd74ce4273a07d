import { keccak_256 } from '@noble/hashes/sha3.js';
import type { UnixSeconds } from '../../base/units.ts';
import { ByteReader, toHex } from './bytes.ts';
import { SignedUpdateError } from './errors.ts';
import type { Hash } from './work-budget.ts';

const VAA_VERSION = 1;

/** The signer's index in its set, r and s, and the recovery id. */
export interface VaaSignature {
  index: number;
  rs: Uint8Array;
  recovery: number;
}

/** The set index and list of signatures are not signed. */
export interface Vaa {
  setIndex: number;
  signatures: VaaSignature[];
  /** The whole envelope. */
  bytes: Uint8Array;
  /** The signed part. */
  body: Uint8Array;
  timestamp: UnixSeconds;
  emitterChain: number;
  /** 64 hex digits. */
  emitterAddress: string;
  sequence: bigint;
  payload: Uint8Array;
}

/**
 * Parses a version 1 VAA without hashing: most forged envelopes fail before that.
 * @throws SignedUpdateError `vaa`
 */
export function parseVaa(bytes: Uint8Array): Vaa {
  const reader = new ByteReader(bytes, 'envelope');
  const version = reader.u8();
  if (version !== VAA_VERSION) {
    throw new SignedUpdateError('vaa', { code: 'unknown-envelope-version', found: version });
  }
  const setIndex = reader.u32();
  const signatures = readSignatures(reader);
  const body = reader.rest();
  return {
    setIndex,
    signatures,
    bytes,
    body,
    ...readBody(body),
  };
}

/** Keccak-256 of keccak-256 of the body. */
export function digestOf({ body }: Vaa, hash: Hash = keccak_256): Uint8Array {
  return hash(hash(body));
}

function readSignatures(reader: ByteReader): VaaSignature[] {
  const count = reader.u8();
  const signatures: VaaSignature[] = [];
  for (let position = 0; position < count; position++) {
    signatures.push({ index: reader.u8(), rs: reader.take(64), recovery: reader.u8() });
  }
  return signatures;
}

function readBody(body: Uint8Array) {
  const reader = new ByteReader(body, 'envelope');
  const timestamp = reader.u32();
  reader.u32(); // nonce
  const emitterChain = reader.u16();
  const emitterAddress = toHex(reader.take(32));
  const sequence = reader.u64();
  reader.u8(); // consistency level
  return { timestamp, emitterChain, emitterAddress, sequence, payload: reader.rest() };
}

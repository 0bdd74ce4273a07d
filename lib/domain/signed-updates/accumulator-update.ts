import { ByteReader } from './bytes.ts';
import { SignedUpdateError } from './errors.ts';

const MAGIC = 0x504e4155; // "PNAU"
const MAJOR_VERSION = 1;
const WORMHOLE_MERKLE = 0;
const HASH_BYTES = 20;

/** A message and the sibling hashes from its leaf to the root, 20 bytes each. */
export interface ProvenMessage {
  message: Uint8Array;
  proof: Uint8Array;
}

/** No signature has been checked yet. */
export interface AccumulatorUpdate {
  vaa: Uint8Array;
  messages: ProvenMessage[];
}

/**
 * Parses the network's `PNAU` format, major version 1. The minor version and trailing header are
 * unsigned, so any value is accepted.
 * @throws SignedUpdateError `magic`, `version`, `update-type`, `truncated` or `trailing-bytes`
 */
export function parseAccumulatorUpdate(bytes: Uint8Array): AccumulatorUpdate {
  const reader = new ByteReader(bytes, 'update');
  readHeader(reader);
  const vaa = reader.take(reader.u16());
  const count = reader.u8();
  const messages: ProvenMessage[] = [];
  for (let index = 0; index < count; index++) {
    const message = reader.take(reader.u16());
    const proof = reader.take(reader.u8() * HASH_BYTES);
    messages.push({ message, proof });
  }
  reader.end();
  return { vaa, messages };
}

function readHeader(reader: ByteReader): void {
  if (reader.u32() !== MAGIC) {
    throw new SignedUpdateError('magic', { code: 'not-an-update' });
  }
  const major = reader.u8();
  if (major !== MAJOR_VERSION) {
    throw new SignedUpdateError('version', { code: 'unknown-version', found: major });
  }
  reader.u8();
  reader.take(reader.u8());
  const type = reader.u8();
  if (type !== WORMHOLE_MERKLE) {
    throw new SignedUpdateError('update-type', { code: 'unknown-update-type', found: type });
  }
}

import { exceededLimit } from '../../base/http/answer-limits.ts';
import { z } from '../../base/zod.ts';
import type { SignedBinary } from '../signed-updates/verify.ts';
import { PROOF_FORMAT, proofFileSchema, type NotSigned } from './proof-file.ts';

/** Room for 500 prices with names and quantities. */
export const PROOF_LIMITS = { bytes: 4 * 2 ** 20, values: 20_000 };

/** A genuine update has fewer parts. */
const MAX_PARTS = 128;

export interface ReadProof {
  binary: SignedBinary;
  /** `null`: the file has only signed bytes. */
  notSigned: NotSigned | null;
}

/** An update as the service sent it, which version 0.2.0 saved. */
const updateSchema = z.object({
  binary: z.object({
    encoding: z.enum(['hex', 'base64']),
    data: z.array(z.string()).check(z.minLength(1), z.maxLength(MAX_PARTS)),
  }),
});

// Each signed update starts with "PNAU".
const MAGIC = Uint8Array.of(0x50, 0x4e, 0x41, 0x55);

/**
 * Reads a proof file, or an update's signed bytes: as JSON, in hex, in base64 or plain.
 * @throws if the file is too large or neither
 */
export function readProof(bytes: Uint8Array): ReadProof {
  if (bytes.length > PROOF_LIMITS.bytes) throw new RangeError('Too large.');
  if (MAGIC.every((byte, place) => bytes[place] === byte)) return only('base64', bytes.toBase64());
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  if (text.startsWith('{')) return readJson(text);
  const parts = text.split(/\s+/, MAX_PARTS + 1);
  if (parts.length > MAX_PARTS) throw new RangeError('Too many parts.');
  if (/^504e4155/i.test(text)) return only('hex', ...parts);
  if (text.startsWith('UE5BV')) return only('base64', ...parts);
  throw new TypeError('Neither a proof file nor signed bytes.');
}

function only(encoding: 'hex' | 'base64', ...data: string[]): ReadProof {
  return { binary: { encoding, data }, notSigned: null };
}

function readJson(json: string): ReadProof {
  const exceeded = exceededLimit(json, PROOF_LIMITS);
  if (exceeded !== null) throw new RangeError(exceeded);
  const value: unknown = JSON.parse(json);
  if (!isProofFile(value)) return only(...partsOf(value));
  const { prices, notSigned } = proofFileSchema.parse(value);
  return { binary: { encoding: 'base64', data: prices }, notSigned };
}

function partsOf(value: unknown): ['hex' | 'base64', ...string[]] {
  const { encoding, data } = updateSchema.parse(value).binary;
  return [encoding, ...data];
}

function isProofFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'format' in value
    ? value.format === PROOF_FORMAT
    : false;
}

import { SignedUpdateError } from './errors.ts';
import type { SignedUpdateCheck } from './errors.ts';
import type { SignedPart } from './verification-problem.ts';

/**
 * Enough for 255 messages with proofs of 20 hashes and 19 signatures. A genuine blob has at most
 * about 90 kB.
 */
export const MAX_BLOB_BYTES = 131_072;

/**
 * Decodes strictly: no `0x`, white space, odd digits or missing padding. A lenient decoder drops
 * characters, so we would check other bytes than were sent.
 * @throws SignedUpdateError `encoding` or `size`
 */
export function decodeBytes(text: unknown, encoding: unknown): Uint8Array {
  if (encoding !== 'hex' && encoding !== 'base64') {
    throw new SignedUpdateError('encoding', { code: 'unknown-encoding' });
  }
  if (typeof text !== 'string') {
    throw new SignedUpdateError('encoding', { code: 'not-text' });
  }
  const maxLength = encoding === 'hex' ? MAX_BLOB_BYTES * 2 : Math.ceil(MAX_BLOB_BYTES / 3) * 4;
  if (text.length > maxLength) {
    throw new SignedUpdateError('size', { code: 'too-large' });
  }
  const bytes = encoding === 'hex' ? fromHex(text) : fromBase64(text);
  if (bytes === null) {
    throw new SignedUpdateError('encoding', { code: 'invalid-encoding', encoding });
  }
  return bytes;
}

export function toHex(bytes: Uint8Array): string {
  return bytes.toHex();
}

function fromHex(text: string): Uint8Array | null {
  try {
    return Uint8Array.fromHex(text);
  } catch {
    return null; // it throws nothing but SyntaxError
  }
}

function fromBase64(text: string): Uint8Array | null {
  try {
    const bytes = Uint8Array.fromBase64(text, { lastChunkHandling: 'strict' });
    // The decoder skips white space, which makes a text longer than its bytes need.
    return Math.ceil(bytes.length / 3) * 4 === text.length ? bytes : null;
  } catch {
    return null; // it throws nothing but SyntaxError
  }
}

const ENDS_EARLY: Readonly<Record<SignedPart, SignedUpdateCheck>> = {
  update: 'truncated',
  envelope: 'vaa',
  payload: 'payload',
  message: 'message',
  'set-upgrade': 'upgrade',
};

/** Reads big-endian fields. A read past the end throws a typed error. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #part: SignedPart;
  #offset = 0;

  constructor(bytes: Uint8Array, part: SignedPart) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#part = part;
  }

  u8(): number {
    return this.#view.getUint8(this.#advance(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#advance(2));
  }

  u32(): number {
    return this.#view.getUint32(this.#advance(4));
  }

  i32(): number {
    return this.#view.getInt32(this.#advance(4));
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#advance(8));
  }

  i64(): bigint {
    return this.#view.getBigInt64(this.#advance(8));
  }

  /** A view of the next `count` bytes. */
  take(count: number): Uint8Array {
    const start = this.#advance(count);
    return this.#bytes.subarray(start, start + count);
  }

  rest(): Uint8Array {
    return this.take(this.#bytes.length - this.#offset);
  }

  /** @throws SignedUpdateError `trailing-bytes` when unread bytes remain */
  end(): void {
    if (this.#offset !== this.#bytes.length) {
      throw new SignedUpdateError('trailing-bytes', { code: 'extra-bytes', part: this.#part });
    }
  }

  #advance(count: number): number {
    const start = this.#offset;
    if (start + count > this.#bytes.length) {
      const part = this.#part;
      throw new SignedUpdateError(ENDS_EARLY[part], { code: 'ends-early', part });
    }
    this.#offset = start + count;
    return start;
  }
}

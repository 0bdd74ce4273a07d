/** The byte offsets of the parts of a well-formed update. */
export interface Anatomy {
  vaa: number;
  vaaLength: number;
  signatures: number;
  body: number;
  payload: number;
  count: number;
  messages: { message: number; messageLength: number; proof: number; proofLength: number }[];
}

const SIGNATURE_BYTES = 66;

export function anatomyOf(bytes: Buffer): Anatomy {
  const vaaLengthAt = 8 + bytes.readUInt8(6);
  const vaa = vaaLengthAt + 2;
  const vaaLength = bytes.readUInt16BE(vaaLengthAt);
  const signatures = bytes.readUInt8(vaa + 5);
  const body = vaa + 6 + SIGNATURE_BYTES * signatures;
  const count = vaa + vaaLength;
  const messages: Anatomy['messages'] = [];
  let offset = count + 1;
  for (let index = 0; index < bytes.readUInt8(count); index++) {
    const messageLength = bytes.readUInt16BE(offset);
    const message = offset + 2;
    const proof = message + messageLength + 1;
    const proofLength = bytes.readUInt8(proof - 1);
    messages.push({ message, messageLength, proof, proofLength });
    offset = proof + 20 * proofLength;
  }
  return { vaa, vaaLength, signatures, body, payload: body + 51, count, messages };
}

/** Returns a copy with `remove` bytes at `offset` replaced by others. */
export function spliced(bytes: Buffer, offset: number, remove: number, insert: Uint8Array): Buffer {
  return Buffer.concat([bytes.subarray(0, offset), insert, bytes.subarray(offset + remove)]);
}

/** Returns a copy with one byte changed. */
export function withByte(bytes: Buffer, offset: number, change: (byte: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  copy[offset] = change(copy.readUInt8(offset)) & 0xff;
  return copy;
}

/** Returns a copy with another VAA and the correct length field. */
export function withVaa(bytes: Buffer, change: (vaa: Buffer) => Buffer): Buffer {
  const { vaa, vaaLength } = anatomyOf(bytes);
  const changed = change(Buffer.from(bytes.subarray(vaa, vaa + vaaLength)));
  const length = Buffer.alloc(2);
  length.writeUInt16BE(changed.length);
  return spliced(bytes, vaa - 2, 2 + vaaLength, Buffer.concat([length, changed]));
}

/** Returns a copy with another list of signatures and the correct counts. */
export function withSignatures(bytes: Buffer, change: (list: Buffer[]) => Buffer[]): Buffer {
  return withVaa(bytes, (vaa) => {
    const end = 6 + SIGNATURE_BYTES * vaa.readUInt8(5);
    const list: Buffer[] = [];
    for (let at = 6; at < end; at += SIGNATURE_BYTES) {
      list.push(Buffer.from(vaa.subarray(at, at + SIGNATURE_BYTES)));
    }
    const changed = change(list);
    const head = Buffer.from(vaa.subarray(0, 6));
    head.writeUInt8(changed.length, 5);
    return Buffer.concat([head, ...changed, vaa.subarray(end)]);
  });
}

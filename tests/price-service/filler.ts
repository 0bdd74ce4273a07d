import { fillBytes, hashText } from './hash.ts';
import type { Moment, Quote } from './quote.ts';

const SIGNATURES = 3;
const SIGNATURE_BYTES = 66;
const BODY_BYTES = 51 + 37;
const VAA_BYTES = 6 + SIGNATURES * SIGNATURE_BYTES + BODY_BYTES;
const MESSAGE_BYTES = 85;
const PROOF_HASHES = 12;
const UPDATE_BYTES = 2 + MESSAGE_BYTES + 1 + PROOF_HASHES * 20;
const MAX_UPDATES = 255;
const PYTHNET_CHAIN = 26;

/**
 * Blobs of `binary.data` that are cheap to make, at most 255 feeds each. Layout and size are those of
 * the public service, and the messages have the quotes' prices. Signatures, emitter, root and proofs
 * are filler that no verifier accepts.
 */
export function fillerBlobs(quotes: readonly Quote[], moment: Moment): Buffer[] {
  const blobs: Buffer[] = [];
  for (let from = 0; from < quotes.length; from += MAX_UPDATES) {
    blobs.push(blobFor(quotes.slice(from, from + MAX_UPDATES), moment));
  }
  return blobs;
}

function blobFor(quotes: readonly Quote[], moment: Moment): Buffer {
  const blob = Buffer.alloc(11 + VAA_BYTES + quotes.length * UPDATE_BYTES);
  blob.write('PNAU', 0, 'latin1');
  blob.writeUInt8(1, 4);
  blob.writeUInt16BE(VAA_BYTES, 8);
  writeVaa(blob, 10, moment);
  blob.writeUInt8(quotes.length, 10 + VAA_BYTES);
  quotes.forEach((quote, index) => {
    writeUpdate(blob, 11 + VAA_BYTES + index * UPDATE_BYTES, quote, moment);
  });
  return blob;
}

function writeVaa(blob: Buffer, at: number, moment: Moment): void {
  const body = at + 6 + SIGNATURES * SIGNATURE_BYTES;
  blob.writeUInt8(1, at);
  blob.writeUInt8(SIGNATURES, at + 5);
  for (let index = 0; index < SIGNATURES; index++) {
    const signature = at + 6 + index * SIGNATURE_BYTES;
    blob.writeUInt8(index, signature);
    fillBytes(blob, signature + 1, signature + SIGNATURE_BYTES - 1, moment.slot + index);
  }
  blob.writeUInt32BE(moment.publishTime >>> 0, body);
  blob.writeUInt16BE(PYTHNET_CHAIN, body + 8);
  blob.writeBigUInt64BE(BigInt(moment.slot), body + 42);
  blob.write('AUWV', body + 51, 'latin1');
  blob.writeBigUInt64BE(BigInt(moment.slot), body + 56);
  fillBytes(blob, body + 68, body + BODY_BYTES, moment.slot);
}

function writeUpdate(blob: Buffer, at: number, quote: Quote, moment: Moment): void {
  const message = at + 2;
  blob.writeUInt16BE(MESSAGE_BYTES, at);
  blob.write(quote.id, message + 1, 'hex');
  // A price set by a test may exceed 64 bits: only the lower ones are written.
  blob.writeBigInt64BE(BigInt.asIntN(64, BigInt(quote.price)), message + 33);
  blob.writeBigUInt64BE(BigInt.asUintN(64, BigInt(quote.conf)), message + 41);
  blob.writeInt32BE(quote.expo | 0, message + 49);
  blob.writeBigInt64BE(BigInt(quote.publishTime), message + 53);
  blob.writeBigInt64BE(BigInt(quote.prevPublishTime ?? 0), message + 61);
  blob.writeBigInt64BE(BigInt.asIntN(64, BigInt(quote.emaPrice)), message + 69);
  blob.writeBigUInt64BE(BigInt.asUintN(64, BigInt(quote.emaConf)), message + 77);
  const proof = message + MESSAGE_BYTES;
  blob.writeUInt8(PROOF_HASHES, proof);
  fillBytes(blob, proof + 1, proof + 1 + PROOF_HASHES * 20, hashText(quote.id) ^ moment.slot);
}

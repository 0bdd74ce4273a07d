import { keccak_256 } from '@noble/hashes/sha3.js';

/*
 * The encoder of the signed update format. It shares no code with the decoder under test, so that
 * they cannot have the same error.
 */

/** The leaf that fills a tree up to a power of two. */
const PADDING_LEAF = keccak160(Uint8Array.of(2));

export interface PriceFields {
  id: string;
  price: bigint;
  conf: bigint;
  expo: number;
  publishTime: bigint;
  prevPublishTime: bigint;
  emaPrice: bigint;
  emaConf: bigint;
}

export interface VaaBody {
  timestamp: number;
  emitterChain: number;
  /** 64 hex digits. */
  emitterAddress: string;
  sequence: bigint;
  payload: Uint8Array;
}

/** One listed signature: its index in the set, then r, s and the recovery id as 65 bytes. */
export interface ListedSignature {
  index: number;
  bytes: Uint8Array;
}

export function encodePriceMessage(fields: PriceFields): Uint8Array {
  return concat(
    int(0, 1),
    Buffer.from(fields.id, 'hex'),
    int(fields.price, 8),
    int(fields.conf, 8),
    int(fields.expo, 4),
    int(fields.publishTime, 8),
    int(fields.prevPublishTime, 8),
    int(fields.emaPrice, 8),
    int(fields.emaConf, 8),
  );
}

export function encodeStakeCapsMessage(
  publishTime: bigint,
  caps: readonly { publisher: Uint8Array; cap: bigint }[],
): Uint8Array {
  const entries = caps.map(({ publisher, cap }) => concat(publisher, int(cap, 8)));
  return concat(int(2, 1), int(publishTime, 8), int(caps.length, 2), ...entries);
}

/** The payload of an update's VAA. */
export function encodeRoot(slot: bigint, root: Uint8Array): Uint8Array {
  return concat(Buffer.from('AUWV'), int(0, 1), int(slot, 8), int(0, 4), root);
}

/** The payload of a signer-set upgrade. */
export function encodeSetUpgrade(newIndex: number, keys: readonly string[]): Uint8Array {
  const module = Buffer.alloc(32);
  module.write('Core', 28);
  const addresses = keys.map((key) => Buffer.from(key, 'hex'));
  return concat(module, int(2, 1), int(0, 2), int(newIndex, 4), int(keys.length, 1), ...addresses);
}

export function encodeVaaBody(body: VaaBody): Uint8Array {
  return concat(
    int(body.timestamp, 4),
    int(0, 4),
    int(body.emitterChain, 2),
    Buffer.from(body.emitterAddress, 'hex'),
    int(body.sequence, 8),
    int(0, 1),
    body.payload,
  );
}

export function encodeVaa(
  setIndex: number,
  signatures: readonly ListedSignature[],
  body: Uint8Array,
): Uint8Array {
  const list = signatures.map(({ index, bytes }) => concat(int(index, 1), bytes));
  return concat(int(1, 1), int(setIndex, 4), int(signatures.length, 1), ...list, body);
}

export function encodeUpdate(
  vaa: Uint8Array,
  updates: readonly { message: Uint8Array; proof: Uint8Array }[],
): Uint8Array {
  const entries = updates.map(({ message, proof }) =>
    concat(int(message.length, 2), message, int(proof.length / 20, 1), proof),
  );
  const header = concat(Buffer.from('PNAU'), Uint8Array.of(1, 0, 0, 0));
  return concat(header, int(vaa.length, 2), vaa, int(updates.length, 1), ...entries);
}

/** A Merkle tree of 2^depth leaves; leaves beyond the messages are padding. */
export function buildTree(messages: readonly Uint8Array[], depth: number) {
  return treeOver(messages.map(hashLeaf), depth);
}

/** The same over hashes. */
export function treeOver(leaves: readonly Uint8Array[], depth: number) {
  let padding = PADDING_LEAF;
  let level = [...leaves];
  const levels: { nodes: Uint8Array[]; padding: Uint8Array }[] = [];
  for (let height = 0; height < depth; height++) {
    levels.push({ nodes: level, padding });
    const { nodes, filler } = { nodes: level, filler: padding };
    level = Array.from({ length: Math.ceil(nodes.length / 2) }, (_, place) =>
      hashNode(nodes[2 * place] ?? filler, nodes[2 * place + 1] ?? filler),
    );
    padding = hashNode(filler, filler);
  }
  const proofOf = (position: number) =>
    concat(
      ...levels.map(
        ({ nodes, padding: filler }, height) => nodes[(position >> height) ^ 1] ?? filler,
      ),
    );
  return { root: level[0] ?? padding, proofOf };
}

export function hashLeaf(message: Uint8Array): Uint8Array {
  return keccak160(concat(int(0, 1), message));
}

export function hashNode(a: Uint8Array, b: Uint8Array): Uint8Array {
  const [low, high] = Buffer.compare(a, b) <= 0 ? [a, b] : [b, a];
  return keccak160(concat(int(1, 1), low, high));
}

export function keccak160(bytes: Uint8Array): Uint8Array {
  return keccak_256(bytes).subarray(0, 20);
}

/** A big-endian integer, two's complement when negative. */
export function int(value: number | bigint, bytes: number): Uint8Array {
  const digits = BigInt.asUintN(bytes * 8, BigInt(value)).toString(16);
  return Buffer.from(digits.padStart(bytes * 2, '0'), 'hex');
}

export function concat(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

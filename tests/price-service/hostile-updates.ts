import { createRandom } from './hash.ts';
import { signPriceUpdate } from './signing.ts';
import { LOCAL_IDENTITY, type SigningIdentity } from './test-signers.ts';
import {
  concat,
  encodePriceMessage,
  encodeRoot,
  encodeStakeCapsMessage,
  encodeUpdate,
  encodeVaa,
  encodeVaaBody,
  hashLeaf,
  hashNode,
  int,
  treeOver,
} from './update-encoding.ts';

/*
 * Updates that cost a reader as much work as possible. All but the replayed ones can be made without a
 * key: they name the local price service's emitter and signers, so that only the proofs and the
 * signatures show that they are forged, and are as large as the longest event that the client reads.
 */

const MOST_EVENT_CHARACTERS = 8 * 2 ** 20;
const MOST_BLOB_BYTES = 131_072;
const MOST_BLOBS = 128;
const MOST_MESSAGES = 255;
const HASH_BYTES = 20;
const TIMESTAMP = 1_790_000_000;
const NO_ROOT = new Uint8Array(HASH_BYTES);

/** The `binary` part of a price update. */
export interface HostileUpdate {
  encoding: 'base64';
  data: string[];
}

/** 128 blobs of 255 prices each, all of different feeds; no message belongs to a root. */
export function manyUnprovenMessages(): HostileUpdate {
  const blobs = Array.from({ length: MOST_BLOBS }, (_, blob) => {
    const messages = Array.from({ length: MOST_MESSAGES }, (__, place) =>
      priceMessage(blob * MOST_MESSAGES + place),
    );
    return encodeUpdate(forgedVaa(NO_ROOT), messages.map(withoutProof));
  });
  return { encoding: 'base64', data: blobs.map(toBase64) };
}

/**
 * Messages whose paths of `levels` hashes share none but their last ones and lead to the root; only
 * the very last hash of each blob is wrong.
 */
export function longPathsWithWrongEnd(levels = 32): HostileUpdate {
  const room = MOST_BLOB_BYTES - forgedVaa(NO_ROOT).length - 16;
  const bytesEach = 3 + priceMessage(0).length + levels * HASH_BYTES;
  const count = Math.min(MOST_MESSAGES, Math.floor(room / bytesEach));
  const shared = Math.ceil(Math.log2(count));
  const branches = Array.from({ length: count }, (_, place) =>
    branchOf(priceMessage(place), levels - shared),
  );
  const { root, proofOf } = treeOver(
    branches.map(({ node }) => node),
    shared,
  );
  const entries = branches.map(({ message, path }, place) => ({
    message,
    proof: concat(path, proofOf(place)),
  }));
  const last = entries.at(-1)!.proof;
  last[last.length - 1]! ^= 1;
  return repeated(encodeUpdate(forgedVaa(root), entries));
}

/** Answers with the longest stake caps messages in place of prices, all unproven. */
export function stakeCapsInPriceUpdate(): HostileUpdate {
  const random = createRandom(3);
  const messages = Array.from({ length: 2 }, () => {
    const caps = Array.from({ length: 1_600 }, () => ({
      publisher: Uint8Array.from({ length: 32 }, () => random() * 256),
      cap: 1n,
    }));
    return encodeStakeCapsMessage(BigInt(TIMESTAMP), caps);
  });
  return repeated(encodeUpdate(forgedVaa(NO_ROOT), messages.map(withoutProof)));
}

/**
 * Genuine blobs of as many different slots as are read, which anyone can collect: every signature is
 * valid, so each one has to be checked.
 */
export function replayedSlots(identity: SigningIdentity): HostileUpdate {
  const figure = { price: '6350230500000', conf: '1985500000', expo: -8, publish_time: TIMESTAMP };
  const blobs = Array.from({ length: MOST_BLOBS }, (_, place) => {
    const metadata = { slot: 4_475_000_000 + place };
    const item = { id: '0'.repeat(64), price: figure, ema_price: figure, metadata };
    return signPriceUpdate([item], { identity, encoding: 'base64' }).binary.data;
  });
  return { encoding: 'base64', data: blobs.flat() };
}

/** Adds a quorum of invalid signatures. */
function forgedVaa(root: Uint8Array): Uint8Array {
  const { emitterChain, emitterAddress, setIndex, quorum } = LOCAL_IDENTITY;
  const payload = encodeRoot(600n, root);
  const body = { timestamp: TIMESTAMP, emitterChain, emitterAddress, sequence: 600n, payload };
  const signatures = Array.from({ length: quorum }, (_, index) => ({
    index,
    bytes: new Uint8Array(65).fill(1),
  }));
  return encodeVaa(setIndex, signatures, encodeVaaBody(body));
}

function priceMessage(feed: number): Uint8Array {
  return encodePriceMessage({
    id: feed.toString(16).padStart(64, '0'),
    price: 6_350_230_500_000n,
    conf: 1_985_500_000n,
    expo: -8,
    publishTime: BigInt(TIMESTAMP),
    prevPublishTime: BigInt(TIMESTAMP - 1),
    emaPrice: 6_349_000_000_000n,
    emaConf: 1_900_000_000n,
  });
}

function withoutProof(message: Uint8Array) {
  return { message, proof: new Uint8Array() };
}

/** A path that shares no node with another message's path, and the node that it leads to. */
function branchOf(message: Uint8Array, levels: number) {
  let node = hashLeaf(message);
  const path = Array.from({ length: levels }, (_, level) => {
    const sibling = hashNode(node, int(level, HASH_BYTES));
    node = hashNode(node, sibling);
    return sibling;
  });
  return { message, path: concat(...path), node };
}

function repeated(blob: Uint8Array): HostileUpdate {
  const text = toBase64(blob);
  const times = Math.min(MOST_BLOBS, Math.floor(MOST_EVENT_CHARACTERS / text.length));
  return { encoding: 'base64', data: Array.from({ length: times }, () => text) };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

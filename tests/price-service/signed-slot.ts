import { alteredFigure, type Tampering } from './tampering.ts';
import { LOCAL_IDENTITY, signBody, type SigningIdentity } from './test-signers.ts';
import {
  buildTree,
  encodeRoot,
  encodeUpdate,
  encodeVaa,
  encodeVaaBody,
} from './update-encoding.ts';

const MOST_MESSAGES = 255;

/** The depth of the public network's trees, so that updates have their real size. */
const TREE_DEPTH = 12;

const PRICE_KIND = 0;
const PRICE_AT = 33;
const STAKE_CAPS_KIND = 2;
const FIRST_CAP_AT = 43;

/** Messages under one signed root. */
export interface SignedSlot {
  /** The messages at these positions with their proofs, at most 255 a blob. */
  blobsOf(positions: readonly number[]): Uint8Array[];
}

export interface SlotOptions {
  slot: bigint;
  timestamp: number;
  identity?: SigningIdentity;
  tampering?: Tampering | undefined;
  /** The tree's depth, if it has room for the messages. */
  depth?: number;
}

/** Signs the messages of one slot once, whichever of them are sent. */
export function signSlot(messages: readonly Uint8Array[], options: SlotOptions): SignedSlot {
  const { slot, tampering, depth = TREE_DEPTH } = options;
  const leastDepth = Math.ceil(Math.log2(messages.length));
  const tree = buildTree(messages, Math.max(depth, leastDepth));
  const vaa = signVaa(encodeRoot(slot, tree.root), options);

  function provenAt(position: number): { message: Uint8Array; proof: Uint8Array } {
    const message = messages[position];
    if (message === undefined) throw new RangeError(`The slot has no message ${position}`);
    const proof = tree.proofOf(position);
    return {
      message: tampering === 'altered-price' ? withAlteredFigure(message) : message,
      proof: tampering === 'wrong-proof' ? flipFirstBit(proof) : proof,
    };
  }

  return {
    blobsOf(positions) {
      const blobs: Uint8Array[] = [];
      for (let start = 0; start < positions.length; start += MOST_MESSAGES) {
        blobs.push(encodeUpdate(vaa, positions.slice(start, start + MOST_MESSAGES).map(provenAt)));
      }
      return blobs;
    },
  };
}

function signVaa(payload: Uint8Array, options: SlotOptions): Uint8Array {
  const { slot: sequence, timestamp, identity = LOCAL_IDENTITY, tampering } = options;
  const emitterAddress = tampering === 'wrong-emitter' ? 'ee'.repeat(32) : identity.emitterAddress;
  const { emitterChain, setIndex, quorum } = identity;
  const body = encodeVaaBody({ timestamp, emitterChain, emitterAddress, sequence, payload });
  const signatures = signBody(body, identity);
  return encodeVaa(
    tampering === 'unknown-set' ? setIndex + 1 : setIndex,
    tampering === 'short-quorum' ? signatures.slice(0, quorum - 1) : signatures,
    body,
  );
}

/** The message with another price or another first cap; other kinds are unchanged. */
function withAlteredFigure(message: Uint8Array): Uint8Array {
  const altered = Buffer.from(message);
  const at = { [PRICE_KIND]: PRICE_AT, [STAKE_CAPS_KIND]: FIRST_CAP_AT }[message[0] ?? -1];
  if (at !== undefined && altered.length >= at + 8) {
    altered.writeBigInt64BE(alteredFigure(altered.readBigInt64BE(at)), at);
  }
  return new Uint8Array(altered);
}

function flipFirstBit(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, position) => (position === 0 ? byte ^ 0x80 : byte));
}

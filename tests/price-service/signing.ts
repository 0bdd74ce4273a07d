import type { ParsedPriceItem } from '../../lib/signed-updates/parsed-price.ts';
import { LOCAL_IDENTITY, signBody } from './test-signers.ts';
import type { SigningIdentity } from './test-signers.ts';
import {
  buildTree,
  encodePriceMessage,
  encodeRoot,
  encodeStakeCapsMessage,
  encodeUpdate,
  encodeVaa,
  encodeVaaBody,
} from './update-encoding.ts';

const MOST_MESSAGES = 255;
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The depth of the public network's trees, so that updates have their real size. */
const TREE_DEPTH = 12;

/** How old a replayed update is. */
export const REPLAY_AGE_S = 600;
const SLOTS_PER_SECOND = 2.5;

export const TAMPERINGS = [
  'altered-price',
  'wrong-proof',
  'short-quorum',
  'wrong-emitter',
  'unknown-set',
  'replayed-update',
  'parsed-mismatch',
] as const;

/** A way in which the service lies. */
export type Tampering = (typeof TAMPERINGS)[number];

export interface SigningOptions {
  identity?: SigningIdentity;
  encoding?: 'hex' | 'base64';
  tampering?: Tampering | undefined;
}

export interface SignedBinary {
  encoding: 'hex' | 'base64';
  data: string[];
}

/**
 * Signs parsed items as the public service does: one envelope a slot, at most 255 messages a
 * blob. Returns what to send, which after some tamperings includes other `parsed` items than
 * were given. Every item needs `metadata.slot`.
 */
export function signPriceUpdate<Item extends ParsedPriceItem>(
  items: readonly Item[],
  { identity = LOCAL_IDENTITY, encoding = 'hex', tampering }: SigningOptions = {},
): { binary: SignedBinary; parsed: Item[] } {
  const signedItems = tampering === 'replayed-update' ? items.map(earlier) : [...items];
  const blobs = [...Map.groupBy(signedItems, (item) => item.metadata.slot ?? 0)].flatMap(
    ([slot, ofSlot]) => {
      const timestamp = Math.max(...ofSlot.map((item) => item.price.publish_time));
      const messages = ofSlot.map(messageOf);
      return signMessages(messages, { slot: BigInt(slot), timestamp, identity, tampering });
    },
  );
  const lies = tampering === 'altered-price' || tampering === 'parsed-mismatch';
  return {
    binary: encodeBlobs(blobs, encoding),
    parsed: lies ? signedItems.map(withAlteredPrice) : signedItems,
  };
}

/** Signs stake caps (publishers in base58) as one message of their own. */
export function signStakeCaps(
  caps: readonly { publisher: string; cap: bigint }[],
  publishTime: number,
  { identity = LOCAL_IDENTITY, encoding = 'hex', tampering }: SigningOptions = {},
): SignedBinary {
  const message = encodeStakeCapsMessage(
    BigInt(publishTime),
    caps.map(({ publisher, cap }) => ({ publisher: fromBase58(publisher), cap })),
  );
  const slot = BigInt(Math.floor(publishTime * SLOTS_PER_SECOND));
  const blobs = signMessages([message], { slot, timestamp: publishTime, identity, tampering });
  return encodeBlobs(blobs, encoding);
}

/** Signs any messages of one slot: one envelope, as many blobs as 255 messages each need. */
export function signMessages(
  messages: readonly Uint8Array[],
  options: {
    slot: bigint;
    timestamp: number;
    identity?: SigningIdentity;
    tampering?: Tampering | undefined;
    depth?: number;
  },
): Uint8Array[] {
  const { slot, timestamp, identity = LOCAL_IDENTITY, tampering, depth = TREE_DEPTH } = options;
  const tree = buildTree(messages, depth);
  const vaa = signVaa(encodeRoot(slot, tree.root), { timestamp, slot, identity, tampering });
  const proven = messages.map((message, position) => ({
    message: tampering === 'altered-price' ? withAlteredMantissa(message) : message,
    proof:
      tampering === 'wrong-proof' ? flipFirstBit(tree.proofOf(position)) : tree.proofOf(position),
  }));
  const blobs: Uint8Array[] = [];
  for (let start = 0; start < proven.length; start += MOST_MESSAGES) {
    blobs.push(encodeUpdate(vaa, proven.slice(start, start + MOST_MESSAGES)));
  }
  return blobs;
}

function signVaa(
  payload: Uint8Array,
  {
    timestamp,
    slot,
    identity,
    tampering,
  }: {
    timestamp: number;
    slot: bigint;
    identity: SigningIdentity;
    tampering: Tampering | undefined;
  },
): Uint8Array {
  const emitterAddress = tampering === 'wrong-emitter' ? 'ee'.repeat(32) : identity.emitterAddress;
  const { emitterChain, setIndex, quorum } = identity;
  const body = encodeVaaBody({ timestamp, emitterChain, emitterAddress, sequence: slot, payload });
  const signatures = signBody(body, identity);
  return encodeVaa(
    tampering === 'unknown-set' ? setIndex + 1 : setIndex,
    tampering === 'short-quorum' ? signatures.slice(0, quorum - 1) : signatures,
    body,
  );
}

function messageOf({ id, price, ema_price: ema, metadata }: ParsedPriceItem): Uint8Array {
  return encodePriceMessage({
    id,
    price: BigInt(price.price),
    conf: BigInt(price.conf),
    expo: price.expo,
    publishTime: BigInt(price.publish_time),
    prevPublishTime: BigInt(metadata.prev_publish_time ?? price.publish_time),
    emaPrice: BigInt(ema.price),
    emaConf: BigInt(ema.conf),
  });
}

/** The item as a genuine update some minutes ago had it. */
function earlier<Item extends ParsedPriceItem>(item: Item): Item {
  const { price, ema_price: ema, metadata } = item;
  const time = price.publish_time - REPLAY_AGE_S;
  const slot = Math.max(0, (metadata.slot ?? 0) - REPLAY_AGE_S * SLOTS_PER_SECOND);
  return {
    ...item,
    price: { ...price, publish_time: time },
    ema_price: { ...ema, publish_time: time },
    metadata: { ...metadata, prev_publish_time: time - 1, slot },
  };
}

/** The price that is served instead of the signed one: about a tenth more. */
function alter(price: bigint): bigint {
  return price + price / 10n + 1n;
}

function withAlteredPrice<Item extends ParsedPriceItem>(item: Item): Item {
  return { ...item, price: { ...item.price, price: alter(BigInt(item.price.price)).toString() } };
}

function withAlteredMantissa(message: Uint8Array): Uint8Array {
  const altered = Buffer.from(message);
  if (altered.length >= 41) altered.writeBigInt64BE(alter(altered.readBigInt64BE(33)), 33);
  return new Uint8Array(altered);
}

function flipFirstBit(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, position) => (position === 0 ? byte ^ 0x80 : byte));
}

function encodeBlobs(blobs: readonly Uint8Array[], encoding: 'hex' | 'base64'): SignedBinary {
  return { encoding, data: blobs.map((blob) => Buffer.from(blob).toString(encoding)) };
}

/** A publisher's key: base58 to its 32 bytes. */
function fromBase58(text: string): Uint8Array {
  const value = Array.from(text).reduce(
    (sum, digit) => sum * 58n + BigInt(BASE58.indexOf(digit)),
    0n,
  );
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}

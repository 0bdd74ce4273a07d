import type { UnixSeconds } from '../../base/units.ts';
import { toBase58 } from './base58.ts';
import { ByteReader, toHex } from './bytes.ts';
import { SignedUpdateError } from './errors.ts';

const PRICE = 0;
const STAKE_CAPS = 2;

const PUBLISHER_BYTES = 32;
const CAP_BYTES = PUBLISHER_BYTES + 8;

/** Prices and confidences are mantissas × 10^`expo`. */
export interface PriceMessage {
  kind: 'price';
  /** 64 hex digits. */
  id: string;
  price: bigint;
  conf: bigint;
  expo: number;
  publishTime: UnixSeconds;
  prevPublishTime: UnixSeconds;
  emaPrice: bigint;
  emaConf: bigint;
}

/** The caps are decoded only after the proof is checked, because decoding is expensive. */
export interface StakeCapsMessage {
  kind: 'stake-caps';
  publishTime: UnixSeconds;
  /** Repeated: a publisher (32 bytes) and its cap (8 bytes). */
  entries: Uint8Array;
}

export interface SignedStakeCaps {
  kind: 'stake-caps';
  publishTime: UnixSeconds;
  /** Publishers in base58, as the price service writes them. */
  caps: { publisher: string; cap: bigint }[];
}

/** A message of an unknown kind is skipped after its proof is checked. */
interface UnsupportedMessage {
  kind: 'unsupported';
  variant: number;
}

export type SignedMessage = PriceMessage | StakeCapsMessage | UnsupportedMessage;

/**
 * Ignores signed extra bytes, as the format requires.
 * @throws SignedUpdateError `message`
 */
export function parseMessage(bytes: Uint8Array): SignedMessage {
  const reader = new ByteReader(bytes, 'message');
  const variant = reader.u8();
  switch (variant) {
    case PRICE:
      return readPrice(reader);
    case STAKE_CAPS:
      return readStakeCaps(reader);
    default:
      return { kind: 'unsupported', variant };
  }
}

/** The message may still be malformed. */
export function isPriceMessage(bytes: Uint8Array): boolean {
  return bytes[0] === PRICE;
}

function readPrice(reader: ByteReader): PriceMessage {
  return {
    kind: 'price',
    id: toHex(reader.take(32)),
    price: reader.i64(),
    conf: reader.u64(),
    expo: reader.i32(),
    publishTime: readTime(reader),
    prevPublishTime: readTime(reader),
    emaPrice: reader.i64(),
    emaConf: reader.u64(),
  };
}

function readStakeCaps(reader: ByteReader): StakeCapsMessage {
  const publishTime = readTime(reader);
  const entries = reader.take(reader.u16() * CAP_BYTES);
  return { kind: 'stake-caps', publishTime, entries };
}

export function decodeStakeCaps(entries: StakeCapsMessage['entries']): SignedStakeCaps['caps'] {
  const reader = new ByteReader(entries, 'message');
  return Array.from({ length: entries.length / CAP_BYTES }, () => ({
    publisher: toBase58(reader.take(PUBLISHER_BYTES)),
    cap: reader.u64(),
  }));
}

/** Rejects times beyond a JavaScript number. */
function readTime(reader: ByteReader): UnixSeconds {
  const seconds = Number(reader.i64());
  if (!Number.isSafeInteger(seconds)) {
    throw new SignedUpdateError('message', { code: 'impossible-time' });
  }
  return seconds;
}

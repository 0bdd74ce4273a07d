import { toBase58 } from './base58.ts';
import { ByteReader, toHex } from './bytes.ts';
import { SignedUpdateError } from './errors.ts';

const PRICE = 0;
const TWAP = 1;
const STAKE_CAPS = 2;

const PUBLISHER_BYTES = 32;
const CAP_BYTES = PUBLISHER_BYTES + 8;

/** A signed price of one feed. `price`, `conf` and the averages are mantissas × 10^`expo`. */
export interface PriceMessage {
  kind: 'price';
  /** 64 hex digits. */
  id: string;
  price: bigint;
  conf: bigint;
  expo: number;
  /** Unix seconds. */
  publishTime: number;
  /** Unix seconds. */
  prevPublishTime: number;
  emaPrice: bigint;
  emaConf: bigint;
}

/** A signed running total, from two of which a time-weighted average is made. */
export interface TwapMessage {
  kind: 'twap';
  /** 64 hex digits. */
  id: string;
  cumulativePrice: bigint;
  cumulativeConf: bigint;
  numDownSlots: bigint;
  expo: number;
  /** Unix seconds. */
  publishTime: number;
  /** Unix seconds. */
  prevPublishTime: number;
  publishSlot: bigint;
}

/** Stake caps in their signed form: decoding the publishers is expensive, so it waits for a proof. */
export interface StakeCapsMessage {
  kind: 'stake-caps';
  /** Unix seconds. */
  publishTime: number;
  /** A publisher's 32 bytes and a cap of 8 bytes, repeated; for `decodeStakeCaps`. */
  entries: Uint8Array;
}

/** The most that may be staked on each publisher, exactly. */
export interface StakeCaps {
  kind: 'stake-caps';
  /** Unix seconds. */
  publishTime: number;
  /** Publishers as base58, as the service names them. */
  caps: { publisher: string; cap: bigint }[];
}

/** A kind that this version does not know. It is proven like the others and then skipped. */
export interface UnsupportedMessage {
  kind: 'unsupported';
  variant: number;
}

export type SignedMessage = PriceMessage | TwapMessage | StakeCapsMessage | UnsupportedMessage;

/**
 * Reads one message. Extra bytes at its end are signed and ignored, as the format asks.
 *
 * @throws SignedUpdateError `message`
 */
export function parseMessage(bytes: Uint8Array): SignedMessage {
  const reader = new ByteReader(bytes, 'signed message', 'message');
  const variant = reader.u8();
  switch (variant) {
    case PRICE:
      return readPrice(reader);
    case TWAP:
      return readTwap(reader);
    case STAKE_CAPS:
      return readStakeCaps(reader);
    default:
      return { kind: 'unsupported', variant };
  }
}

/** Whether the bytes say that they are a price; they may still be malformed. */
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

function readTwap(reader: ByteReader): TwapMessage {
  return {
    kind: 'twap',
    id: toHex(reader.take(32)),
    cumulativePrice: reader.i128(),
    cumulativeConf: reader.u128(),
    numDownSlots: reader.u64(),
    expo: reader.i32(),
    publishTime: readTime(reader),
    prevPublishTime: readTime(reader),
    publishSlot: reader.u64(),
  };
}

function readStakeCaps(reader: ByteReader): StakeCapsMessage {
  const publishTime = readTime(reader);
  const entries = reader.take(reader.u16() * CAP_BYTES);
  return { kind: 'stake-caps', publishTime, entries };
}

/** The caps of a proven message. */
export function decodeStakeCaps(entries: StakeCapsMessage['entries']): StakeCaps['caps'] {
  const reader = new ByteReader(entries, 'signed message', 'message');
  return Array.from({ length: entries.length / CAP_BYTES }, () => ({
    publisher: toBase58(reader.take(PUBLISHER_BYTES)),
    cap: reader.u64(),
  }));
}

/** A time that a number cannot hold exactly is none that a clock could be compared with. */
function readTime(reader: ByteReader): number {
  const seconds = Number(reader.i64());
  if (!Number.isSafeInteger(seconds)) {
    throw new SignedUpdateError(
      'message',
      'A signed message holds an impossible time: its part of the update counts for nothing.',
    );
  }
  return seconds;
}

import { toBase58 } from './base58.ts';
import { ByteReader, toHex } from './bytes.ts';
import { SignedUpdateError } from './errors.ts';

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

/** The most that may be staked on each publisher, exactly. */
export interface StakeCapsMessage {
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
    case 0:
      return readPrice(reader);
    case 1:
      return readTwap(reader);
    case 2:
      return readStakeCaps(reader);
    default:
      return { kind: 'unsupported', variant };
  }
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
  const count = reader.u16();
  const caps: StakeCapsMessage['caps'] = [];
  for (let index = 0; index < count; index++) {
    caps.push({ publisher: toBase58(reader.take(32)), cap: reader.u64() });
  }
  return { kind: 'stake-caps', publishTime, caps };
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

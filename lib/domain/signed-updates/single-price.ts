import { parseAccumulatorUpdate, type ProvenMessage } from './accumulator-update.ts';
import { HASH_BYTES } from './merkle.ts';
import { isPriceMessage, parseMessage, type PriceMessage } from './messages.ts';

// "PNAU", version 1.0, no trailing header, and the update type.
const HEADER = Uint8Array.of(0x50, 0x4e, 0x41, 0x55, 1, 0, 0, 0);

/**
 * Makes an update with one price only: the signed envelope, the message and its path to the root.
 * The whole update may contain 255 messages.
 * @param bytes of a verified blob
 */
export function toSinglePriceUpdate(
  bytes: Uint8Array,
  price: PriceMessage,
): Uint8Array<ArrayBuffer> | null {
  const { vaa, messages } = parseAccumulatorUpdate(bytes);
  const found = messages.find((each) => isMessageOf(each, price));
  if (found === undefined) return null;
  const { message, proof } = found;
  return concat([
    HEADER,
    u16(vaa.length),
    vaa,
    Uint8Array.of(1),
    u16(message.length),
    message,
    Uint8Array.of(proof.length / HASH_BYTES),
    proof,
  ]);
}

function isMessageOf({ message: bytes }: ProvenMessage, { id, price, publishTime }: PriceMessage) {
  if (!isPriceMessage(bytes)) return false;
  const message = parseMessage(bytes);
  return (
    message.kind === 'price' &&
    message.id === id &&
    message.price === price &&
    message.publishTime === publishTime
  );
}

function u16(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value & 0xff);
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

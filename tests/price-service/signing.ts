import type { ParsedPrice } from '../../lib/price-service/index.ts';
import { fromBase58 } from './base58.ts';
import { signSlot, type SlotOptions } from './signed-slot.ts';
import { alteredFigure, liesInParsed } from './tampering.ts';
import { encodeBinary, type Encoding } from './updates.ts';
import { encodePriceMessage, encodeStakeCapsMessage } from './update-encoding.ts';

const SLOTS_PER_SECOND = 2.5;

export interface SigningOptions extends Pick<SlotOptions, 'identity' | 'tampering'> {
  encoding?: Encoding;
}

/**
 * Signs parsed items as the public service does: one envelope per slot, at most 255 messages per
 * blob. Returns what to send; some tamperings also change the `parsed` items. Every item needs
 * `metadata.slot`. A replayed update is an earlier one of the local service.
 */
export function signPriceUpdate<Item extends ParsedPrice>(
  items: readonly Item[],
  { encoding = 'hex', ...options }: SigningOptions = {},
): { binary: ReturnType<typeof encodeBinary>; parsed: Item[] } {
  const blobs = [...Map.groupBy(items, (item) => item.metadata.slot ?? 0)].flatMap(
    ([slot, ofSlot]) => {
      const timestamp = Math.max(...ofSlot.map((item) => item.price.publish_time));
      const messages = ofSlot.map(priceMessageOf);
      return signMessages(messages, { slot: BigInt(slot), timestamp, ...options });
    },
  );
  return {
    binary: encodeBinary(blobs, encoding),
    parsed: liesInParsed(options.tampering) ? items.map(withAlteredPrice) : [...items],
  };
}

/** Signs stake caps (publishers in base58) as one message. */
export function signStakeCaps(
  caps: readonly { publisher: string; cap: bigint }[],
  publishTime: number,
  { encoding = 'hex', ...options }: SigningOptions = {},
): ReturnType<typeof encodeBinary> {
  const message = encodeStakeCapsMessage(
    BigInt(publishTime),
    caps.map(({ publisher, cap }) => ({ publisher: fromBase58(publisher), cap })),
  );
  const slot = BigInt(Math.floor(publishTime * SLOTS_PER_SECOND));
  return encodeBinary(
    signMessages([message], { slot, timestamp: publishTime, ...options }),
    encoding,
  );
}

/** Signs any messages of one slot: one envelope, as many blobs as 255 messages each need. */
export function signMessages(messages: readonly Uint8Array[], options: SlotOptions): Uint8Array[] {
  return signSlot(messages, options).blobsOf([...messages.keys()]);
}

/** The message with the content of a parsed item. */
export function priceMessageOf({ id, price, ema_price: ema, metadata }: ParsedPrice): Uint8Array {
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

function withAlteredPrice<Item extends ParsedPrice>(item: Item): Item {
  const price = alteredFigure(BigInt(item.price.price)).toString();
  return { ...item, price: { ...item.price, price } };
}

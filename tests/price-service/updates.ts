import type { MarketUpdate, Quote } from './quote.ts';

/** How `binary.data` is written: the parameter `encoding`. */
export type Encoding = 'hex' | 'base64';

/** The JSON of a price update; without `parsed` the field is absent. */
export function priceUpdateJson(
  { quotes, blobs }: MarketUpdate,
  { encoding, parsed }: { encoding: Encoding; parsed: boolean },
): string {
  return JSON.stringify({
    binary: encodeBinary(blobs, encoding),
    ...(parsed ? { parsed: quotes.map(parsedItem) } : {}),
  });
}

/** The object `binary` of a response. */
export function encodeBinary(
  blobs: readonly Uint8Array[],
  encoding: Encoding,
): { encoding: Encoding; data: string[] } {
  return { encoding, data: blobs.map((blob) => Buffer.from(blob).toString(encoding)) };
}

/** The quote as an item of `parsed`. */
export function parsedItem(quote: Quote) {
  const { expo, publishTime } = quote;
  return {
    id: quote.id,
    price: { price: quote.price, conf: quote.conf, expo, publish_time: publishTime },
    ema_price: { price: quote.emaPrice, conf: quote.emaConf, expo, publish_time: publishTime },
    metadata: {
      slot: quote.slot,
      proof_available_time: quote.proofAvailableTime,
      prev_publish_time: quote.prevPublishTime,
    },
  };
}

import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';

/** A price as the worker stores it. @param publishTime Unix seconds */
export function storedPrice(
  price: string,
  conf: string,
  expo: number,
  publishTime: number,
): StoredPrice {
  return {
    price,
    conf,
    expo,
    publishTime,
    emaPrice: price,
    emaConf: conf,
    emaExpo: expo,
    slot: null,
    prevPublishTime: null,
    proofAvailableTime: null,
    receivedAt: publishTime * 1000,
    direction: 0,
  };
}

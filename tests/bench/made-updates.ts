import { createMarket } from '../price-service/market.ts';
import { priceUpdateJson } from '../price-service/updates.ts';
import { createWalkSource } from '../price-service/walk-source.ts';

const SEED = 1;
const HOUR_MS = 3_600_000;

/** Generates the updates of a stream, each newer than the one before. */
export interface UpdateMaker {
  readonly ids: readonly string[];
  /** JSON as the service sends it by default: hex, with the parsed part. */
  next: () => string;
}

/** @param signing whether to sign each update; otherwise its binary part is filler */
export function createUpdateMaker(feeds: number, signing: boolean): UpdateMaker {
  const source = createWalkSource(SEED, feeds);
  const ids = source.feeds.slice(0, feeds).map(({ id }) => id);
  // Start in the past: prices from the future are rejected.
  let now = Date.now() - 3 * HOUR_MS;
  const market = createMarket(source, () => now, { signing });
  return {
    ids,
    next() {
      now += 400;
      return priceUpdateJson(market.update(ids, market.advance()), {
        encoding: 'hex',
        parsed: true,
      });
    },
  };
}

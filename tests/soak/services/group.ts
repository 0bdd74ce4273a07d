import { addPin, createPins, type PinnedPrice } from '../../price-service/market.ts';
import type { Quote } from '../../price-service/quote.ts';
import { startSoakService, type SoakService } from '../service.ts';
import type { SignedPrice } from './observations.ts';

/** Price services that agree, each of which can go away and come back. */
export interface SoakServices {
  all: readonly SoakService[];
  /** Fixes a feed's price from now on, even if no service is there. */
  setPrice: (id: string, price: PinnedPrice) => void;
  /** The prices of these feeds that were signed as they are, by any of them. */
  signed: () => SignedPrice[];
  stop: () => Promise<void>;
}

/** Each service is a second later than the one before. @param feedIds whose prices are recorded */
export async function startSoakServices(
  seed: number,
  count: number,
  feedIds: readonly string[],
): Promise<SoakServices> {
  const pins = createPins();
  const signed = new Map<string, SignedPrice>();
  const onSigned = (quotes: readonly Quote[]): void => {
    for (const { id, price, expo, publishTime } of quotes) {
      if (!feedIds.includes(id)) continue;
      signed.set([id, price, expo, publishTime].join(), { id, price, expo, publishTime });
    }
  };
  const all: SoakService[] = [];
  for (let place = 0; place < count; place += 1) {
    all.push(await startSoakService(seed, { pins, lagSeconds: place, onSigned }));
  }
  return {
    all,
    setPrice(id, price) {
      const running = all.filter((service) => service.isUp());
      if (running.length === 0) addPin(pins, id, { price, sinceMs: Date.now() });
      for (const service of running) service.setPrice(id, price);
    },
    signed: () => [...signed.values()],
    async stop() {
      await Promise.all(all.map((service) => service.stop()));
    },
  };
}

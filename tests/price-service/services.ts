import { createPins, type PinnedPrice } from './market.ts';
import { startPriceService, type PriceService, type PriceServiceOptions } from './server.ts';

/** Price services that run at the same time. */
export interface PriceServices {
  all: readonly PriceService[];
  /** Fixes a feed's price from now on, at all of them; one with a lag has it later. */
  setPrice: (id: string, price: PinnedPrice) => void;
  close: () => Promise<void>;
}

/**
 * Starts several price services. With the same seed, which is the default, they agree: what they
 * say about a time is the same, however late they say it.
 *
 * @throws Error as `startPriceService` does; then none is running
 */
export async function startPriceServices(
  services: readonly PriceServiceOptions[],
): Promise<PriceServices> {
  const pins = createPins();
  const started = await Promise.allSettled(
    services.map((options) => startPriceService({ pins, ...options })),
  );
  const all = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const close = async (): Promise<void> => {
    await Promise.all(all.map((service) => service.close()));
  };
  const failed = started.find((result) => result.status === 'rejected');
  if (failed) {
    await close();
    throw failed.reason;
  }
  return {
    all,
    setPrice(id, price) {
      for (const service of all) service.setPrice(id, price);
    },
    close,
  };
}

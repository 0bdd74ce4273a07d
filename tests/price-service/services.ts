import { createPins, type PinnedPrice } from './market.ts';
import { startPriceService, type PriceServiceOptions } from './server.ts';

export type PriceServices = Awaited<ReturnType<typeof startPriceServices>>;

/**
 * Starts several price services. With the same seed, which is the default, they agree: the
 * price of a time is the same, however late a service publishes it.
 */
export async function startPriceServices(services: readonly PriceServiceOptions[]) {
  const pins = createPins();
  const all = await Promise.all(services.map((options) => startPriceService({ pins, ...options })));
  return {
    all,
    /** Fixes a feed's price from now on, at all of them; one with a lag has it later. */
    setPrice(id: string, price: PinnedPrice): void {
      for (const service of all) service.setPrice(id, price);
    },
    async close(): Promise<void> {
      await Promise.all(all.map((service) => service.close()));
    },
  };
}

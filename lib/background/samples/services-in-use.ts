import { isUntouched, SAMPLE_SERVICE } from '../../domain/samples/sample-service.ts';
import { historyInUse } from '../../domain/connection/history-services.ts';
import type { ConnectionSettings, ServiceSettings } from '../../domain/settings.ts';
import { areSamplesShown } from '../../storage/values/samples.ts';
import { historyServices, priceServices } from '../../storage/values/settings.ts';
import type { Cached } from '../cached.ts';

/** The price services to use: the built-in one while sample prices are shown. */
export async function servicesInUse(): Promise<ServiceSettings[]> {
  const [services, areShown] = await Promise.all([
    priceServices.getValue(),
    areSamplesShown.getValue(),
  ]);
  return areShown && isUntouched(services) ? [SAMPLE_SERVICE] : services;
}

/** The history service to use; `null`: none. Real past prices follow the first real prices. */
export async function historyServiceInUse(): Promise<ConnectionSettings | null> {
  if (await areSamplesShown.getValue()) return SAMPLE_SERVICE;
  return historyInUse(await priceServices.getValue(), await historyServices.getValue());
}

/** As `servicesInUse`, from the worker's settings. */
export function servicesIn(settings: {
  services: Cached<ServiceSettings[]>;
  areSamplesInUse: Cached<boolean>;
}): ServiceSettings[] {
  return settings.areSamplesInUse.current ? [SAMPLE_SERVICE] : settings.services.current;
}

/**
 * Whether the prices to ask for are samples. Entering a service or a header ends that at once; the
 * samples stay in view until the first real prices are there.
 */
export function areSamplesInUse(
  areShown: Cached<boolean>,
  services: Cached<ServiceSettings[]>,
): Cached<boolean> {
  return {
    get current() {
      return areShown.current && isUntouched(services.current);
    },
    loaded: Promise.all([areShown.loaded, services.loaded]).then(() => undefined),
  };
}

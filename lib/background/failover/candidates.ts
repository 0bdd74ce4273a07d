import type { ServiceList } from '../../domain/connection/service-list.ts';
import type { Signatures } from '../../domain/settings.ts';
import type { Candidate } from './state.ts';

/**
 * Which services may be used. Without signatures, two services' prices have no common order that can
 * be trusted, so each one after the first needs the user's consent.
 */
export function candidatesOf(list: ServiceList, mode: Signatures): Candidate[] {
  const preferred = list.find(({ isPaused }) => !isPaused);
  return list.map((service) => {
    const isAllowed = service === preferred || mode !== 'off' || service.mayMixUnverified;
    return { id: service.id, isExcluded: service.isPaused || !isAllowed };
  });
}

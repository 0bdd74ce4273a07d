import type { ServiceList } from '../../domain/connection/service-list.ts';
import type { Signatures } from '../../domain/settings.ts';
import type { Candidate } from './state.ts';

/**
 * Without signatures, prices of two services have no trusted order, so every service but the first
 * needs the user's consent.
 */
export function candidatesOf(list: ServiceList, mode: Signatures): Candidate[] {
  const preferred = list.find(({ isPaused }) => !isPaused);
  return list.map((service) => {
    const isAllowed = service === preferred || mode !== 'off' || service.mayMixUnverified;
    return { id: service.id, isExcluded: service.isPaused || !isAllowed };
  });
}

import { preferredService } from '../../domain/connection/service-list.ts';
import type { ActiveService } from '../../domain/connection/service-health.ts';
import { isProven } from '../../domain/prices/proof.ts';
import type { ServiceSettings, Signatures } from '../../domain/settings.ts';
import type { Cached } from '../cached.ts';
import type { JudgedPrice } from './judge.ts';

export interface UnverifiedRule {
  signatures: Cached<Signatures>;
  services: Cached<ServiceSettings[]>;
  activeService: Cached<ActiveService>;
}

/**
 * Drops unverified prices of a service that is not preferred, unless the user accepted them. Failed
 * verifications stay, because they are reported. @param serviceId `undefined`: the preferred
 * service
 */
export function withoutUnwanted(
  judged: readonly JudgedPrice[],
  serviceId: string | undefined,
  rule: UnverifiedRule,
): JudgedPrice[] {
  if (serviceId === undefined || mayShowUnverified(serviceId, rule)) return [...judged];
  return judged.filter(({ price, failure }) => isProven(price) || failure !== undefined);
}

/** After a switch, updates of the previous service may still arrive. */
export function isInUse(serviceId: string | undefined, { activeService }: UnverifiedRule): boolean {
  return serviceId === undefined || activeService.current.id === serviceId;
}

function mayShowUnverified(id: string, { signatures, services }: UnverifiedRule): boolean {
  const list = services.current;
  if (preferredService(list)?.id === id) return true;
  const hasConsent = list.find((service) => service.id === id)?.mayMixUnverified ?? false;
  return hasConsent && signatures.current !== 'require';
}

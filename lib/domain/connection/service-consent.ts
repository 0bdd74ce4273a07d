import { preferredService, type ServiceList } from './service-list.ts';
import type { ServiceHealth } from './service-health.ts';
import type { ServiceSettings, Signatures } from '../settings.ts';

/** Why a service may replace another only with consent. */
export type Consent = 'none' | 'signatures-off' | 'unverified';

/** The preferred service needs no consent, because it replaces no other service. */
export function consentFor(
  service: ServiceSettings,
  list: ServiceList,
  { mode, health }: { mode: Signatures; health: ServiceHealth | undefined },
): Consent {
  if (service.mayMixUnverified || service === preferredService(list)) return 'none';
  if (mode === 'off') return 'signatures-off';
  return health?.away?.code === 'unverified-prices' ? 'unverified' : 'none';
}

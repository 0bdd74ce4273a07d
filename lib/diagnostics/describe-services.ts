import { consentFor } from '../connection/service-consent.ts';
import { preferredService, type ServiceList } from '../connection/service-list.ts';
import { serviceStanding } from '../connection/service-standing.ts';
import { formatCount } from '../locale/format.ts';
import { t } from '../locale/t.ts';
import type { ConnectionState } from '../storage/connection.ts';
import type { ActiveService, ServiceHealth } from '../storage/failover.ts';
import { DEFAULT_BASE_URL, type ServiceSettings, type Signatures } from '../storage/settings.ts';
import type { Fact } from './fact.ts';

interface KnownServices {
  list: ServiceList;
  active: ActiveService;
  health: Readonly<Record<string, ServiceHealth>>;
  connection: ConnectionState;
  mode: Signatures;
}

/** How each service stands. No name, URL or header: any of them may contain a secret. */
export function describeServices(known: KnownServices): Fact[] {
  const { list, active } = known;
  const usedId = active.id || preferredService(list)?.id;
  return list.map((service, index) => [
    t('diagnostics.services.number', { number: formatCount(index + 1) }),
    factsOf(service, service.id === usedId, known).join(' · '),
  ]);
}

function factsOf(service: ServiceSettings, isInUse: boolean, known: KnownServices): string[] {
  const { list, mode } = known;
  const health = known.health[service.id];
  const standing = serviceStanding({
    isPaused: service.isPaused,
    isExcluded: consentFor(service, list, { mode, health }) !== 'none',
    health,
    connection: isInUse ? known.connection.state : null,
  });
  return [
    kindOf(service),
    ...(isInUse && !service.isPaused ? [t('services.inUse')] : []),
    standing.words,
  ];
}

function kindOf({ baseUrl }: ServiceSettings): string {
  if (baseUrl === DEFAULT_BASE_URL) return t('diagnostics.service.default');
  return t(
    baseUrl.startsWith('https:') ? 'diagnostics.service.encrypted' : 'diagnostics.service.plain',
  );
}

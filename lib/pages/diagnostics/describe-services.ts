import { consentFor } from '../../domain/connection/service-consent.ts';
import { preferredService, type ServiceList } from '../../domain/connection/service-list.ts';
import { serviceStanding } from '../../domain/connection/service-standing.ts';
import { formatCount } from '../../base/locale/format.ts';
import { t } from '../../base/locale/t.ts';
import type { ConnectionState } from '../../domain/connection/state.ts';
import type { ActiveService, ServiceHealth } from '../../domain/connection/service-health.ts';
import { DEFAULT_BASE_URL } from '../../domain/connection/default-service.ts';
import type { ServiceSettings, Signatures } from '../../domain/settings.ts';
import type { Fact } from '../../domain/diagnostics/fact.ts';

interface KnownServices {
  list: ServiceList;
  active: ActiveService;
  health: Readonly<Record<string, ServiceHealth>>;
  connection: ConnectionState;
  mode: Signatures;
}

/** Without names, URLs and headers, which may contain a secret. */
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

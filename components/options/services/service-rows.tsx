import { consentFor, type Consent } from '@/lib/domain/connection/service-consent.ts';
import {
  isFull,
  preferredService,
  type ServiceList,
  serviceName,
} from '@/lib/domain/connection/service-list.ts';
import { formatCount, formatMilliseconds } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { MAX_SERVICES } from '@/lib/base/limits.ts';
import { activeService, serviceHealth } from '@/lib/storage/values/failover.ts';
import { lastResponses, type LastResponse } from '@/lib/storage/values/last-responses.ts';
import { signatures } from '@/lib/storage/values/settings.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { Button } from '../../shared/button.tsx';
import { OptionRow } from '../../shared/field.tsx';
import { PlusIcon } from '../../shared/icons.tsx';
import { type Editing, ServiceMenu } from './service-menu.tsx';
import { serviceStanding } from '@/lib/domain/connection/service-standing.ts';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import type { ServiceHealth } from '@/lib/domain/connection/service-health.ts';
import type { ServiceSettings } from '@/lib/domain/settings.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { useMinute } from '../../shared/hooks/clock.ts';
import { Tag } from '../../shared/tag.tsx';
import styles from './services.module.css';
import calloutStyles from '../../shared/callout.module.css';
import { change } from './service-actions.ts';

interface ServiceRowsProps {
  list: ServiceList;
  onEdit: (editing: Editing) => void;
  onAdd: () => void;
}

/** The services in the order of use. */
export function ServiceRows({ list, onEdit, onAdd }: ServiceRowsProps) {
  const mode = useStored(signatures) ?? signatures.fallback;
  const responses = useStored(lastResponses) ?? lastResponses.fallback;
  const known = useStored(serviceHealth) ?? serviceHealth.fallback;
  const usedId = useStored(activeService)?.id || preferredService(list)?.id;
  const full = isFull(list) ? t('common.full', { limit: formatCount(MAX_SERVICES) }) : undefined;
  return (
    <>
      <OptionRow label={t('services.title')} hint={full ?? t('services.hint')}>
        <Button isDisabled={full !== undefined} onClick={onAdd}>
          <PlusIcon />
          {t('services.addButton')}
        </Button>
      </OptionRow>
      <ul aria-label={t('services.title')}>
        {list.map((service) => (
          <ServiceRow
            key={service.id}
            service={service}
            list={list}
            isInUse={service.id === usedId}
            consent={consentFor(service, list, { mode, health: known[service.id] })}
            health={known[service.id]}
            lastResponse={responses[service.id]}
            onEdit={onEdit}
          />
        ))}
      </ul>
    </>
  );
}

interface ServiceRowProps {
  service: ServiceSettings;
  list: ServiceList;
  isInUse: boolean;
  consent: Consent;
  health: ServiceHealth | undefined;
  /** `undefined`: no response in this session. */
  lastResponse: LastResponse | undefined;
  onEdit: (editing: Editing) => void;
}

function ServiceRow(props: ServiceRowProps) {
  const { service, list, isInUse, consent, health, lastResponse, onEdit } = props;
  const { state: connection } = useStored(connectionState) ?? connectionState.fallback;
  const name = serviceName(service);
  const { host } = new URL(service.baseUrl);
  const isExcluded = consent !== 'none';
  const { tone, words } = serviceStanding({
    isPaused: service.isPaused,
    isExcluded,
    health,
    connection: isInUse ? connection : null,
  });
  return (
    <li className={styles.service} aria-label={name} data-id={service.id}>
      <div className={styles.name}>
        <b>
          <bdi>{name}</bdi>
        </b>
        {isInUse && <Tag isQuiet>{t('services.inUse')}</Tag>}
        {name !== host && (
          <span className={styles.host} dir="ltr">
            {host}
          </span>
        )}
        <p className={styles.state} data-tone={tone}>
          {words}
        </p>
        <Facts
          lastResponse={lastResponse}
          probeAt={isExcluded || service.isPaused ? null : probeTime(health)}
        />
      </div>
      <ServiceMenu service={service} list={list} onEdit={onEdit} />
      {isExcluded && !service.isPaused && <ConsentQuestion service={service} />}
    </li>
  );
}

/** Time of the next attempt; `null` if the service is not away or is not retried. */
function probeTime(health: ServiceHealth | undefined): UnixMilliseconds | null {
  return health?.away ? health.probeAt : null;
}

interface FactsProps {
  lastResponse: LastResponse | undefined;
  probeAt: UnixMilliseconds | null;
}

function Facts({ lastResponse, probeAt }: FactsProps) {
  // Re-render every minute, to keep relative times correct.
  useMinute();
  const latencyMs = lastResponse?.latencyMs ?? null;
  const facts = [
    lastResponse && t('services.fact.lastAnswer', { time: formatRecentTime(lastResponse.at) }),
    probeAt &&
      t('services.fact.nextAttempt', { time: formatRecentTime(probeAt, undefined, 'second') }),
    latencyMs !== null && t('services.fact.latency', { duration: formatMilliseconds(latencyMs) }),
  ].filter(Boolean);
  return facts.length > 0 && <p className={styles.facts}>{facts.join(' · ')}</p>;
}

/** Asks whether an unverifiable service may replace another. */
function ConsentQuestion({ service }: { service: ServiceSettings }) {
  return (
    <div className={calloutStyles.callout}>
      <p>{t('services.consent.unverified')}</p>
      <Button onClick={() => void change(service.id, { mayMixUnverified: true })}>
        {t('services.consent.allowButton')}
      </Button>
    </div>
  );
}

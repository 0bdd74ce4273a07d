import type { Consent } from '@/lib/domain/connection/service-consent.ts';
import { serviceName, type ServiceList } from '@/lib/domain/connection/service-list.ts';
import { serviceStanding } from '@/lib/domain/connection/service-standing.ts';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { formatMilliseconds } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import type { ServiceHealth } from '@/lib/domain/connection/service-health.ts';
import type { LastResponse } from '@/lib/storage/values/last-responses.ts';
import type { ServiceSettings } from '@/lib/domain/settings.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { useMinute } from '../../shared/hooks/clock.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { Tag } from '../../shared/tag.tsx';
import { ServiceMenu, type Editing } from './service-menu.tsx';
import styles from './services.module.css';
import { Button } from '../../shared/button.tsx';
import calloutStyles from '../../shared/callout.module.css';
import { change } from './service-actions.ts';

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

export function ServiceRow(props: ServiceRowProps) {
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
      {isExcluded && !service.isPaused && <ConsentQuestion service={service} consent={consent} />}
    </li>
  );
}

/** Time of the next attempt; `null` if the service is not away, is paused, or is not retried. */
function probeTime(health: ServiceHealth | undefined): UnixMilliseconds | null {
  return !health?.away || health.away.code === 'paused' ? null : health.probeAt;
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

interface ConsentQuestionProps {
  service: ServiceSettings;
  consent: Exclude<Consent, 'none'>;
}

/** Asks whether an unverifiable service may replace another. */
function ConsentQuestion({ service, consent }: ConsentQuestionProps) {
  return (
    <div className={calloutStyles.callout}>
      <p>{t(consent === 'unverified' ? 'services.consent.unverified' : 'services.consent.off')}</p>
      <Button onClick={() => void change(service.id, { mayMixUnverified: true })}>
        {t('services.consent.allowButton')}
      </Button>
    </div>
  );
}

import type { Consent } from '@/lib/connection/service-consent.ts';
import { serviceName, type ServiceList } from '@/lib/connection/service-list.ts';
import { serviceStanding } from '@/lib/connection/service-standing.ts';
import { formatRecentTime } from '@/lib/locale/format-recent-time.ts';
import { t } from '@/lib/locale/t.ts';
import { connectionState } from '@/lib/storage/connection.ts';
import type { ServiceHealth } from '@/lib/storage/failover.ts';
import type { ServiceSettings } from '@/lib/storage/settings.ts';
import { useStored } from '../../hooks/use-stored.ts';
import { GripIcon } from '../../shared/later-icons.tsx';
import { Tag } from '../../shared/tag.tsx';
import { ConsentQuestion } from './consent-question.tsx';
import type { Editing } from './editing.ts';
import { ServiceMenu } from './service-menu.tsx';
import styles from './services.module.css';

interface ServiceRowProps {
  service: ServiceSettings;
  list: ServiceList;
  isInUse: boolean;
  consent: Consent;
  health: ServiceHealth | undefined;
  onEdit: (editing: Editing) => void;
}

/** One service of the list: how it stands, and its menu. */
export function ServiceRow(props: ServiceRowProps) {
  const { service, list, isInUse, consent, health, onEdit } = props;
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
      <button
        type="button"
        className={styles.handle}
        data-part="handle"
        aria-label={t('row.moveLabel', { name })}
        title={t('row.moveHint')}
      >
        <GripIcon />
      </button>
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
        {health && !isExcluded && !service.isPaused && <Facts health={health} />}
      </div>
      <ServiceMenu service={service} list={list} onEdit={onEdit} />
      {isExcluded && !service.isPaused && <ConsentQuestion service={service} consent={consent} />}
    </li>
  );
}

/** When the service last answered; if it is away, when it is tried again. */
function Facts({ health: { away, probeAt, triedAt } }: { health: ServiceHealth }) {
  const at = away === null ? triedAt : probeAt;
  if (at === null || at === 0) return null;
  const time = formatRecentTime(at, undefined, 'second');
  return (
    <p className={styles.facts}>
      {t(away === null ? 'services.fact.lastAnswer' : 'services.fact.nextAttempt', { time })}
    </p>
  );
}

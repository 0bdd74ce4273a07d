import { serviceName, type ServiceList } from '@/lib/connection/service-list.ts';
import { serviceStanding, type KnownHealth } from '@/lib/connection/service-standing.ts';
import { formatRecentTime } from '@/lib/locale/format-recent-time.ts';
import { t } from '@/lib/locale/t.ts';
import type { ServiceSettings } from '@/lib/storage/settings.ts';
import { GripIcon } from '../../shared/later-icons.tsx';
import { Tag } from '../../shared/tag.tsx';
import type { Consent } from './consent.ts';
import { ConsentQuestion } from './consent-question.tsx';
import type { Editing } from './editing.ts';
import { ServiceMenu } from './service-menu.tsx';
import styles from './services.module.css';

interface ServiceRowProps {
  service: ServiceSettings;
  list: ServiceList;
  isInUse: boolean;
  consent: Consent;
  health: KnownHealth | undefined;
  onEdit: (editing: Editing) => void;
}

/** One service of the list: how it stands, and its menu. */
export function ServiceRow(props: ServiceRowProps) {
  const { service, list, isInUse, consent, health, onEdit } = props;
  const name = serviceName(service);
  const { host } = new URL(service.baseUrl);
  const isExcluded = consent !== 'none';
  const { tone, words } = serviceStanding({ isPaused: service.isPaused, isExcluded }, health);
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
        <Facts health={health} />
      </div>
      <ServiceMenu service={service} list={list} onEdit={onEdit} />
      {isExcluded && !service.isPaused && <ConsentQuestion service={service} consent={consent} />}
    </li>
  );
}

function Facts({ health }: { health: KnownHealth | undefined }) {
  if (!health || health.lastSuccessAt === 0) return null;
  const time = formatRecentTime(health.lastSuccessAt, undefined, 'second');
  return <p className={styles.facts}>{t('services.fact.lastAnswer', { time })}</p>;
}

import { consentFor } from '@/lib/domain/connection/service-consent.ts';
import {
  isFull,
  preferredService,
  type ServiceList,
} from '@/lib/domain/connection/service-list.ts';
import { formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { MAX_SERVICES } from '@/lib/base/limits.ts';
import { activeService, serviceHealth } from '@/lib/storage/values/failover.ts';
import { lastResponses } from '@/lib/storage/values/last-responses.ts';
import { signatures } from '@/lib/storage/values/settings.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { Button } from '../../shared/button.tsx';
import controlStyles from '../../shared/control.module.css';
import { PlusIcon } from '../../shared/icons.tsx';
import { OptionsPanel } from '../panel.tsx';
import type { Editing } from './service-editor.tsx';
import { ServiceRow } from './service-row.tsx';
import styles from './services.module.css';

interface ServiceListPanelProps {
  list: ServiceList;
  onEdit: (editing: Editing) => void;
}

/** The services in the order of use. */
export function ServiceRows({ list, onEdit }: ServiceListPanelProps) {
  const mode = useStored(signatures) ?? signatures.fallback;
  const responses = useStored(lastResponses) ?? lastResponses.fallback;
  const known = useStored(serviceHealth) ?? serviceHealth.fallback;
  const usedId = useStored(activeService)?.id || preferredService(list)?.id;
  return (
    <OptionsPanel title={t('services.title')} hint={t('services.hint')}>
      <ul className={styles.services} aria-label={t('services.title')}>
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
      <Button isDisabled={isFull(list)} onClick={() => onEdit({ id: null, testAskedAt: null })}>
        <PlusIcon />
        {t('services.addButton')}
      </Button>
      {isFull(list) && (
        <p className={controlStyles.hint}>
          {t('common.full', { limit: formatCount(MAX_SERVICES) })}
        </p>
      )}
    </OptionsPanel>
  );
}

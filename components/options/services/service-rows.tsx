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
import { OptionRow } from '../../shared/field.tsx';
import { PlusIcon } from '../../shared/icons.tsx';
import type { Editing } from './service-menu.tsx';
import { ServiceRow } from './service-row.tsx';

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

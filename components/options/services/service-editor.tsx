import { useState } from 'react';
import { serviceName, type ServiceList } from '@/lib/domain/connection/service-list.ts';
import { PUBLIC_SERVICES } from '@/lib/domain/connection/public-services.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { EditedService, ServiceSettings } from '@/lib/domain/settings.ts';
import { ConnectionForm } from '../connection-form.tsx';
import { OptionsPanel } from '../panel.tsx';
import { addToServices, change } from './service-actions.ts';

export interface Editing {
  /** `null`: a new service. */
  id: string | null;
  /** When the user asked for a test, which a new time starts. */
  testAskedAt: UnixMilliseconds | null;
}

interface ServiceEditorProps extends Pick<Editing, 'testAskedAt'> {
  service: ServiceSettings;
  onClose: () => void;
}

export function ServiceEditor({ service, testAskedAt, onClose }: ServiceEditorProps) {
  return (
    <OptionsPanel
      title={t('services.editTitle', { name: serviceName(service) })}
      hint={t('connection.service.hint')}
    >
      <ConnectionForm
        saved={service}
        onSave={(edited) => change(service.id, edited)}
        listed={{ isNew: false, testAskedAt, onClose }}
      />
    </OptionsPanel>
  );
}

/** A form for a service that is not on the list yet. */
export function NewService({ list, onClose }: { list: ServiceList; onClose: () => void }) {
  const [start] = useState(() => firstDraft(list));
  return (
    <OptionsPanel title={t('services.newTitle')} hint={t('connection.service.hint')}>
      <ConnectionForm
        saved={start}
        onSave={async (edited) => {
          await addToServices(edited);
          onClose();
        }}
        listed={{ isNew: true, testAskedAt: null, onClose }}
      />
    </OptionsPanel>
  );
}

/** The first known service that is not on the list. */
function firstDraft(list: ServiceList): EditedService {
  const used = new Set(list.map(({ baseUrl }) => baseUrl));
  const baseUrl = Object.values(PUBLIC_SERVICES).find((known) => !used.has(known)) ?? '';
  return { name: '', baseUrl, headers: [] };
}

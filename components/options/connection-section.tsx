import { useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import type { ServiceSettings } from '@/lib/domain/settings.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Button } from '../shared/button.tsx';
import { PlusIcon } from '../shared/icons.tsx';
import { BackgroundUpdatesPanel } from './background-updates.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { HistorySection } from './history-section.tsx';
import { OptionsPanel } from './panel.tsx';
import { change } from './services/service-actions.ts';
import { NewService, ServiceEditor, type Editing } from './services/service-editor.tsx';
import { ServiceRows } from './services/service-rows.tsx';
import styles from './services/services.module.css';

export function ConnectionSection() {
  const list = useStored(priceServices);
  const [editing, setEditing] = useState<Editing | null>(null);
  if (!list) return <BackgroundUpdatesPanel />;
  const [first, ...others] = list;
  // A paused service appears in a list, where it can be resumed.
  const isSingle = first !== undefined && others.length === 0 && !first.isPaused;
  const edited = isSingle ? undefined : list.find(({ id }) => id === editing?.id);
  const close = (): void => setEditing(null);
  const isAdding = editing?.id === null;
  return (
    <>
      {isSingle ? (
        <SingleService key={first.id} service={first} />
      ) : (
        <ServiceRows list={list} onEdit={setEditing} />
      )}
      {isSingle && !isAdding && (
        <SecondService onAdd={() => setEditing({ id: null, testAskedAt: null })} />
      )}
      {edited && editing && (
        <ServiceEditor
          key={edited.id}
          service={edited}
          testAskedAt={editing.testAskedAt}
          onClose={close}
        />
      )}
      {isAdding && <NewService list={list} onClose={close} />}
      <HistorySection />
      <BackgroundUpdatesPanel />
    </>
  );
}

function SingleService({ service }: { service: ServiceSettings }) {
  return (
    <OptionsPanel title={t('connection.service.title')} hint={t('connection.service.hint')}>
      <ConnectionForm saved={service} onSave={(edited) => change(service.id, edited)} />
    </OptionsPanel>
  );
}

/** Offers to add a second service, which most people do not need. */
function SecondService({ onAdd }: { onAdd: () => void }) {
  return (
    <div className={styles.second}>
      <p>{t('services.secondHint')}</p>
      <Button kind="small" onClick={onAdd}>
        <PlusIcon />
        {t('services.secondButton')}
      </Button>
    </div>
  );
}

import { useState } from 'react';
import { PUBLIC_SERVICES } from '@/lib/domain/connection/public-services.ts';
import { bytesADay, formatBytesADay } from '@/lib/domain/connection/data-estimate.ts';
import { serviceName, type ServiceList } from '@/lib/domain/connection/service-list.ts';
import { currencyFeedIds } from '@/lib/domain/currency/currency-feed.ts';
import { backgroundUpdatesSchema, type EditedService } from '@/lib/domain/settings.ts';
import { joinSentences } from '@/lib/base/locale/sentences.ts';
import { t } from '@/lib/base/locale/t.ts';
import { leanStream } from '@/lib/storage/values/connection-memory.ts';
import { currencyFeeds } from '@/lib/storage/values/currency.ts';
import { backgroundUpdates, priceServices } from '@/lib/storage/values/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { Button } from '../shared/button.tsx';
import { OptionRow } from '../shared/field.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { PlusIcon } from '../shared/icons.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { HistorySettings } from './history-settings.tsx';
import { addToServices, change } from './services/service-actions.ts';
import type { Editing } from './services/service-menu.tsx';
import { ServiceRows } from './services/service-rows.tsx';
import styles from './options.module.css';

export function ConnectionSection() {
  const list = useStored(priceServices);
  const [editing, setEditing] = useState<Editing | null>(null);
  if (!list) return null;
  const [first, ...others] = list;
  // A paused service appears in a list, where it can be resumed.
  const isSingle = first !== undefined && others.length === 0 && !first.isPaused;
  const edited = isSingle ? undefined : list.find(({ id }) => id === editing?.id);
  const close = (): void => setEditing(null);
  const add = (): void => setEditing({ id: null, testAskedAt: null });
  const isAdding = editing?.id === null;
  return (
    <>
      {isSingle ? (
        <ConnectionForm
          key={first.id}
          saved={first}
          onSave={(service) => change(first.id, service)}
        />
      ) : (
        <ServiceRows list={list} onEdit={setEditing} onAdd={add} />
      )}
      {edited && editing && (
        <div key={edited.id} className={styles.part}>
          <h3>{t('services.editTitle', { name: serviceName(edited) })}</h3>
          <ConnectionForm
            saved={edited}
            onSave={(service) => change(edited.id, service)}
            listed={{ isNew: false, testAskedAt: editing.testAskedAt, onClose: close }}
          />
        </div>
      )}
      <BackgroundUpdatesField />
      <HistorySettings />
      {isSingle && !isAdding && (
        <OptionRow label={t('services.second')} hint={t('services.secondHint')}>
          <Button onClick={add}>
            <PlusIcon />
            {t('services.addButton')}
          </Button>
        </OptionRow>
      )}
      {isAdding && <NewService list={list} onClose={close} />}
    </>
  );
}

/** A form for a service that is not on the list yet. */
function NewService({ list, onClose }: { list: ServiceList; onClose: () => void }) {
  const [start] = useState(() => firstDraft(list));
  return (
    <div className={styles.part}>
      <h3>{t('services.addButton')}</h3>
      <ConnectionForm
        saved={start}
        onSave={async (edited) => {
          await addToServices(edited);
          onClose();
        }}
        listed={{ isNew: true, testAskedAt: null, onClose }}
      />
    </div>
  );
}

/** The first known service that is not on the list. */
function firstDraft(list: ServiceList): EditedService {
  const used = new Set(list.map(({ baseUrl }) => baseUrl));
  const baseUrl = Object.values(PUBLIC_SERVICES).find((known) => !used.has(known)) ?? '';
  return { name: '', baseUrl, headers: [] };
}

function BackgroundUpdatesField() {
  const mode = useStored(backgroundUpdates);
  const listed = useStored(watchlist);
  const converting = useStored(currencyFeeds);
  const isLean = useStored(leanStream)?.state === 'proven';
  if (mode === undefined || !listed || !converting) return null;
  const feedCount = new Set([...listed, ...currencyFeedIds(converting)]).size;
  return (
    <SelectField
      label={t('updates.title')}
      hint={joinSentences([
        t('updates.hint'),
        mode === 'none' ? t('alerts.asleep') : formatBytesADay(bytesADay(mode, feedCount, isLean)),
      ])}
      value={mode}
      options={backgroundUpdatesSchema.options.map((each) => [each, t(`updates.mode.${each}`)])}
      onChange={(chosen) => void backgroundUpdates.setValue(chosen)}
    />
  );
}

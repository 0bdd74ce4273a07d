import { useId, useState } from 'react';
import { suggestedHistory } from '@/lib/domain/connection/history-services.ts';
import { preferredService } from '@/lib/domain/connection/service-list.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { ConnectionSettings, EditedService, ServiceSettings } from '@/lib/domain/settings.ts';
import { historyServices, priceServices } from '@/lib/storage/values/settings.ts';
import { BaseUrlField } from '../connection/base-url-field.tsx';
import { HeaderRows } from './header-rows.tsx';
import { TokenField } from '../connection/token-field.tsx';
import { useConnectionForm } from '../connection/use-connection-form.ts';
import { Button } from '../shared/button.tsx';
import { CheckedForm } from '../shared/checked-form.tsx';
import { OptionRow } from '../shared/field.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Segments } from '../shared/segments.tsx';
import formStyles from '../shared/form.module.css';
import { Fold } from './fold.tsx';

type Choice = 'none' | 'public' | 'own';

/** Where the past prices of the preferred price service's feeds come from. */
export function HistorySettings() {
  const services = useStored(priceServices);
  const histories = useStored(historyServices);
  const service = services && preferredService(services);
  if (!service || !histories) return null;
  return (
    <HistoryChoice key={service.id} service={service} history={histories[service.id] ?? null} />
  );
}

interface HistoryChoiceProps {
  service: ServiceSettings;
  history: ConnectionSettings | null;
}

function HistoryChoice({ service, history }: HistoryChoiceProps) {
  const suggested = suggestedHistory(service);
  const [isEditing, setEditing] = useState(false);
  const stored = choiceOf(history, suggested);
  const choice = isEditing ? 'own' : stored;
  const store = (next: ConnectionSettings | null) =>
    historyServices.update((known) => ({ ...known, [service.id]: next }));
  const choose = (chosen: Choice): void => {
    setEditing(chosen === 'own');
    if (chosen !== 'own') void store(chosen === 'public' ? suggested : null);
  };
  const words = {
    none: t('history.none'),
    public: t('welcome.service.public'),
    own: t('welcome.service.own'),
  };
  const choices: Choice[] = suggested ? ['none', 'public', 'own'] : ['none', 'own'];
  return (
    <Fold title={t('history.section')} summary={words[stored]}>
      <OptionRow label={t('forwarding.kind')} hint={t('history.hint')}>
        <Segments<Choice>
          label={t('forwarding.kind')}
          value={choice}
          options={choices.map((each) => [each, words[each]])}
          onChange={choose}
        />
      </OptionRow>
      {choice === 'own' && (
        <HistoryForm
          saved={stored === 'own' ? history : null}
          onSave={async (edited) => {
            await store({ baseUrl: edited.baseUrl, headers: edited.headers });
            setEditing(false);
          }}
        />
      )}
    </Fold>
  );
}

function choiceOf(
  history: ConnectionSettings | null,
  suggested: ConnectionSettings | null,
): Choice {
  if (history === null) return 'none';
  return history.baseUrl === suggested?.baseUrl ? 'public' : 'own';
}

const EMPTY: EditedService = { name: '', baseUrl: '', headers: [] };

interface HistoryFormProps {
  saved: ConnectionSettings | null;
  onSave: (edited: EditedService) => Promise<void>;
}

function HistoryForm({ saved, onSave }: HistoryFormProps) {
  const id = useId();
  const [start] = useState(() => (saved ? { ...EMPTY, ...saved } : EMPTY));
  const form = useConnectionForm(start, onSave);
  return (
    <CheckedForm refusals={form.refusals} onSubmit={form.save}>
      <BaseUrlField id={`${id}-url`} form={form} isHistory />
      <TokenField form={form} label={t('history.token')} />
      <HeaderRows form={form} id={id} />
      <div className={formStyles.actions}>
        <Button type="submit" kind="primary">
          {t('common.saveButton')}
        </Button>
      </div>
    </CheckedForm>
  );
}

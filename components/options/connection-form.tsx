import { useEffect, useId, useRef } from 'react';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { EditedService } from '@/lib/domain/settings.ts';
import { BaseUrlField } from '../connection/base-url-field.tsx';
import { ConnectionTest } from '../connection/connection-test.tsx';
import { ServiceField } from '../connection/service-field.tsx';
import { TokenField, TokenHelp } from '../connection/token-field.tsx';
import { useConnectionForm, type ConnectionFormState } from '../connection/use-connection-form.ts';
import {
  useConnectionTest,
  type ConnectionTestControl,
} from '../connection/use-connection-test.ts';
import { CheckedForm } from '../shared/checked-form.tsx';
import { TextField } from '../shared/text-field.tsx';
import { Button } from '../shared/button.tsx';
import { HeaderRows } from './header-rows.tsx';
import styles from '../shared/form.module.css';
import calloutStyles from '../shared/callout.module.css';

interface ConnectionFormProps {
  saved: EditedService;
  onSave: (service: EditedService) => Promise<void>;
  /** Present for a listed service, which has a name and a form that can be closed. */
  listed?: Listed;
}

interface Listed {
  /** Whether the service is not stored yet. */
  isNew: boolean;
  /** When the user asked for a test, which a new time starts. */
  testAskedAt: UnixMilliseconds | null;
  onClose: () => void;
}

/** Edits a draft, which can be tested before it is saved. */
export function ConnectionForm({ saved, onSave, listed }: ConnectionFormProps) {
  const id = useId();
  const form = useConnectionForm(saved, onSave);
  const test = useConnectionTest(form.check.service);
  const isNew = listed?.isNew === true;

  useTestOnDemand(listed?.testAskedAt ?? null, form, test);

  return (
    <CheckedForm refusals={form.refusals} onSubmit={form.save}>
      {form.isOvertaken && <ChangedElsewhere onReset={form.reset} />}
      {listed && <NameField form={form} />}
      {isNew ? (
        <ServiceField id={`${id}-url`} form={form} />
      ) : (
        <BaseUrlField id={`${id}-url`} form={form} />
      )}
      <TokenField form={form}>
        <TokenHelp baseUrl={form.draft.baseUrl} state={test.state} />
      </TokenField>
      <HeaderRows form={form} id={id} />
      <ConnectionTest
        test={test}
        settings={form.check.service}
        isSaved={!isNew && !form.isChanged}
      />
      <FormActions form={form} test={test} listed={listed} />
    </CheckedForm>
  );
}

/** Gets the focus, because a button opened the form. */
function NameField({ form }: { form: ConnectionFormState }) {
  const id = useId();
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  return (
    <TextField
      id={id}
      label={t('popup.view.name')}
      hint={t('services.nameHint')}
      value={form.draft.name}
      onChange={form.setName}
    />
  );
}

interface FormActionsProps {
  form: ConnectionFormState;
  test: ConnectionTestControl;
  listed: Listed | undefined;
}

function FormActions({ form, test, listed }: FormActionsProps) {
  const isNew = listed?.isNew === true;
  return (
    <div className={styles.actions}>
      <Button type="submit" kind="primary">
        {t(isNew ? 'services.addButton' : 'common.saveButton')}
      </Button>
      <Button onClick={() => void runTest(form, test)}>{t('connection.testButton')}</Button>
      {listed && (
        <Button onClick={listed.onClose}>
          {t(isNew || form.isChanged ? 'common.cancelButton' : 'common.closeButton')}
        </Button>
      )}
      <p
        role="status"
        aria-label={t('connection.service.title')}
        className={styles.status}
        data-state={form.saveState}
      >
        {saveText(form)}
      </p>
    </div>
  );
}

function saveText({ saveState, isChanged }: ConnectionFormState): string {
  if (saveState === 'refused') return t('connection.fieldsFirst');
  if (saveState === 'not-allowed') return t('token.notAllowed');
  if (saveState === 'failed') return t('common.storageFull');
  if (isChanged) return t('connection.changes.unsaved');
  return saveState === 'saved' ? t('connection.changes.saved') : '';
}

async function runTest(form: ConnectionFormState, test: ConnectionTestControl): Promise<void> {
  const service = await form.attempt();
  if (service) await test.run(service);
  else if (!form.check.service) test.refuse();
}

function ChangedElsewhere({ onReset }: { onReset: () => void }) {
  return (
    <div className={calloutStyles.callout} data-tone="warn" role="alert">
      <p>{t('connection.changedElsewhere')}</p>
      <Button onClick={onReset}>{t('connection.discardButton')}</Button>
    </div>
  );
}

/** Runs a test that was requested in the service list. */
function useTestOnDemand(
  askedAt: UnixMilliseconds | null,
  form: ConnectionFormState,
  test: ConnectionTestControl,
): void {
  const handled = useRef<UnixMilliseconds>(null);
  useEffect(() => {
    if (handled.current === askedAt) return;
    handled.current = askedAt;
    if (askedAt !== null) void runTest(form, test);
  });
}

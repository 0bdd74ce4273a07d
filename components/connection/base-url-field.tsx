import { t } from '@/lib/base/locale/t.ts';
import { DEFAULT_BASE_URL } from '@/lib/domain/connection/default-service.ts';
import { FieldNotes, type FieldText } from '../shared/field.tsx';
import { TextField } from '../shared/text-field.tsx';
import { SecretsQuestion } from './secrets-question.tsx';
import type { ConnectionFormState } from './use-connection-form.ts';
import { useId } from 'react';
import { Check } from '../shared/check.tsx';
import calloutStyles from '../shared/callout.module.css';

interface BaseUrlFieldProps {
  id: string;
  form: ConnectionFormState;
  isHistory?: boolean;
}

/** The field, with the confirmation required for plain `http:`. */
export function BaseUrlField({ id, form, isHistory = false }: BaseUrlFieldProps) {
  const { draft, check, problems } = form;
  return (
    <TextField
      label={t(isHistory ? 'history.baseUrl' : 'connection.baseUrl')}
      id={id}
      inputMode="url"
      dir="ltr"
      value={draft.baseUrl}
      {...(!isHistory && { hint: t('connection.baseUrlDefault', { url: DEFAULT_BASE_URL }) })}
      problem={problems?.baseUrl}
      onChange={form.setBaseUrl}
    >
      {check.unencryptedOrigin !== null && (
        <HttpConfirmation
          isConfirmed={draft.confirmedOrigin === check.unencryptedOrigin}
          problem={problems?.confirmation}
          onChange={(isConfirmed) => form.confirm(isConfirmed ? check.unencryptedOrigin : null)}
        />
      )}
      <SecretsQuestion form={form} />
    </TextField>
  );
}

interface HttpConfirmationProps extends FieldText {
  isConfirmed: boolean;
  onChange: (isConfirmed: boolean) => void;
}

function HttpConfirmation({ isConfirmed, problem, onChange }: HttpConfirmationProps) {
  const id = useId();
  return (
    <div className={calloutStyles.callout} data-tone="warn">
      <p id={`${id}-hint`}>{t('connection.http.warning')}</p>
      <Check
        checked={isConfirmed}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-hint ${id}-problem` : `${id}-hint`}
        onChange={(isOn) => onChange(isOn)}
      >
        {t('connection.http.confirm')}
      </Check>
      <FieldNotes id={id} problem={problem} />
    </div>
  );
}

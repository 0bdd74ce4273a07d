import { t } from '@/lib/base/locale/t.ts';
import { DEFAULT_BASE_URL } from '@/lib/domain/connection/default-service.ts';
import { TextField } from '../shared/text-field.tsx';
import { HttpConfirmation } from './http-confirmation.tsx';
import type { ConnectionForm as Form } from './use-connection-form.ts';

/** The base URL of a price service, and the confirmation that a plain `http:` URL needs. */
export function BaseUrlField({ id, form }: { id: string; form: Form }) {
  const { draft, check, problems } = form;
  return (
    <TextField
      label={t('connection.baseUrl')}
      id={id}
      inputMode="url"
      dir="ltr"
      value={draft.baseUrl}
      hint={t('connection.baseUrlDefault', { url: DEFAULT_BASE_URL })}
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
    </TextField>
  );
}

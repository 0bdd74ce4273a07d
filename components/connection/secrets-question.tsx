import { useId } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import calloutStyles from '../shared/callout.module.css';
import { Check } from '../shared/check.tsx';
import type { ConnectionFormState } from './use-connection-form.ts';

/** Asks whether to send the stored secrets to another origin as well. Default: no. */
export function SecretsQuestion({ form }: { form: ConnectionFormState }) {
  const id = useId();
  const { draft } = form;
  const { newOrigin } = form.check;
  if (newOrigin === null) return null;
  return (
    <div className={calloutStyles.callout} data-tone="warn">
      <p id={id}>{t('connection.elsewhere.hint')}</p>
      <Check
        checked={draft.secretsOrigin === newOrigin}
        aria-describedby={id}
        onChange={(isOn) => form.sendAlong(isOn ? newOrigin : null)}
      >
        {t('connection.elsewhere.confirm', { origin: newOrigin })}
      </Check>
    </div>
  );
}

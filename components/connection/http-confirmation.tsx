import { useId } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { FieldNotes, type FieldText } from '../shared/text-field.tsx';
import { Check } from '../shared/check.tsx';
import calloutStyles from '../shared/callout.module.css';

interface HttpConfirmationProps extends FieldText {
  isConfirmed: boolean;
  onChange: (isConfirmed: boolean) => void;
}

/** Asks the user to confirm an unencrypted connection to another computer. */
export function HttpConfirmation({ isConfirmed, problem, onChange }: HttpConfirmationProps) {
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

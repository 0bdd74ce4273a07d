import { useState, type ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { Button } from './button.tsx';
import { CheckedForm } from './checked-form.tsx';
import { closeDialog } from './dialog.tsx';
import { SmallDialog } from './small-dialog.tsx';
import styles from './small-dialog.module.css';

interface FormDialogProps {
  title: string;
  /** Label of the submit button. */
  action: string;
  extraButton?: ReactNode;
  /** Resolves to whether it succeeded. If not, the first invalid field gets the focus. */
  onSubmit: () => Promise<boolean>;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { title, action, extraButton, onSubmit, onClose, children } = props;
  const [refusals, setRefusals] = useState(0);

  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (await onSubmit()) closeDialog(form);
    else setRefusals((count) => count + 1);
  };

  return (
    <SmallDialog title={title} onClose={onClose}>
      <CheckedForm refusals={refusals} onSubmit={submit}>
        {children}
        <div className={styles.buttons}>
          {extraButton}
          <Button kind="plain" onClick={(event) => closeDialog(event.currentTarget)}>
            {t('common.cancelButton')}
          </Button>
          <Button type="submit" kind="primary">
            {action}
          </Button>
        </div>
      </CheckedForm>
    </SmallDialog>
  );
}

import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { useFocusOnProblem } from './hooks/use-focus-on-problem.ts';
import { Button } from './button.tsx';
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
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useFocusOnProblem(form, refusals);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await onSubmit()) closeDialog(form.current);
    else setRefusals((count) => count + 1);
  };

  return (
    <SmallDialog title={title} onClose={onClose}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        {children}
        <div className={styles.buttons}>
          {extraButton}
          <Button kind="plain" onClick={() => closeDialog(form.current)}>
            {t('common.cancelButton')}
          </Button>
          <Button type="submit" kind="primary">
            {action}
          </Button>
        </div>
      </form>
    </SmallDialog>
  );
}

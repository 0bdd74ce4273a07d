import { useEffect, useId, useRef, useState, type FormEvent, type RefObject } from 'react';
import { t } from '@/lib/locale/t.ts';
import { MAX_NAME } from '@/lib/text/fit-name.ts';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import styles from './name-dialog.module.css';

interface NameDialogProps {
  title: string;
  label: string;
  hint?: string;
  /** Label of the submit button. */
  action: string;
  value: string;
  /** Button that resets the name to a default, if there is one. */
  reset?: { label: string; value: string } | undefined;
  /** Why a name is not allowed; `null` if it is. */
  problemOf: (name: string) => string | null;
  onDone: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for a name. */
export function NameDialog(props: NameDialogProps) {
  const { title, label, hint, action, value, reset, problemOf, onDone, onClose } = props;
  const [name, setName] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => {
    dialog.current?.showModal();
    field.current?.select();
  }, []);

  // Close the dialog itself first: while it is open, nothing below it can receive the focus.
  const close = (): void => dialog.current?.close();
  const done = async (chosen: string): Promise<void> => {
    await onDone(chosen);
    close();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const nameProblem = problemOf(name);
    setProblem(nameProblem);
    if (nameProblem === null) void done(name);
    else field.current?.focus();
  };

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // By default, Escape would close the whole popup.
        event.preventDefault();
        close();
      }}
    >
      <form noValidate onSubmit={submit}>
        <h2 id={`${id}-title`}>{title}</h2>
        <NameField
          id={id}
          field={field}
          label={label}
          name={name}
          problem={problem}
          hint={hint}
          onName={(typed) => {
            setName(typed);
            setProblem(null);
          }}
        />
        <DialogButtons action={action} reset={reset} onDone={done} onCancel={close} />
      </form>
    </dialog>
  );
}

interface NameFieldProps {
  id: string;
  field: RefObject<HTMLInputElement | null>;
  label: string;
  name: string;
  problem: string | null;
  hint: string | undefined;
  onName: (name: string) => void;
}

function NameField({ id, field, label, name, problem, hint, onName }: NameFieldProps) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        className={controlStyles.control}
        type="text"
        maxLength={MAX_NAME}
        autoComplete="off"
        value={name}
        aria-invalid={problem !== null || undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onName(event.target.value)}
      />
      <p id={`${id}-note`} className={styles.note} data-problem={problem ?? undefined}>
        {problem ?? hint}
      </p>
    </>
  );
}

interface DialogButtonsProps extends Pick<NameDialogProps, 'action' | 'reset' | 'onDone'> {
  onCancel: () => void;
}

function DialogButtons({ action, reset, onDone, onCancel }: DialogButtonsProps) {
  return (
    <div className={styles.buttons}>
      {reset && (
        <Button kind="link" className={styles.reset} onClick={() => void onDone(reset.value)}>
          {reset.label}
        </Button>
      )}
      <Button kind="plain" onClick={onCancel}>
        {t('common.cancelButton')}
      </Button>
      <Button type="submit" kind="primary">
        {action}
      </Button>
    </div>
  );
}

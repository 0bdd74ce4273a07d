import { useEffect, useId, useRef, useState } from 'react';
import { MAX_NAME } from '@/lib/base/text/fit-name.ts';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import { FormDialog } from '../shared/form-dialog.tsx';
import { closeDialog } from '../shared/dialog.tsx';
import styles from '../shared/small-dialog.module.css';

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
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  // After the dialog has opened: its effect runs first.
  useEffect(() => field.current?.select(), []);

  const submit = async (): Promise<boolean> => {
    const nameProblem = problemOf(name);
    setProblem(nameProblem);
    if (nameProblem === null) await onDone(name);
    return nameProblem === null;
  };

  return (
    <FormDialog
      title={title}
      action={action}
      extraButton={reset && <ResetButton {...reset} onDone={onDone} />}
      onSubmit={submit}
      onClose={onClose}
    >
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
        onChange={(event) => {
          setName(event.target.value);
          setProblem(null);
        }}
      />
      <p id={`${id}-note`} className={styles.note} data-problem={problem ?? undefined}>
        {problem ?? hint}
      </p>
    </FormDialog>
  );
}

interface ResetButtonProps extends Pick<NameDialogProps, 'onDone'> {
  label: string;
  value: string;
}

function ResetButton({ label, value, onDone }: ResetButtonProps) {
  return (
    <Button
      kind="link"
      className={styles.extra}
      onClick={({ currentTarget }) => {
        void onDone(value).then(() => closeDialog(currentTarget));
      }}
    >
      {label}
    </Button>
  );
}

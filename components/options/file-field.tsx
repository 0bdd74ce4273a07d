import { useId, type DragEvent, type ReactNode, type RefObject } from 'react';
import controlStyles from '../shared/control.module.css';
import { OptionRow } from '../shared/field.tsx';
import styles from './options.module.css';

interface FileFieldProps {
  /** For links to it. */
  id?: string;
  label: string;
  hint?: string;
  /** The same as in `<input>`. */
  accept: string;
  /** A full sentence; `null`: none. */
  problem: string | null;
  onFile: (file: File) => void;
  field?: RefObject<HTMLInputElement | null>;
  /** What is found in the file. */
  children: ReactNode;
}

/** A file can also be dropped anywhere on the row. */
export function FileField(props: FileFieldProps) {
  const { id, label, hint, accept, problem, onFile, field, children } = props;
  const fieldId = useId();
  const choose = (files: FileList | null): void => {
    if (files?.[0]) onFile(files[0]);
  };
  return (
    <div
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        choose(event.dataTransfer.files);
      }}
    >
      <OptionRow
        id={id}
        label={label}
        controlId={fieldId}
        hint={hint}
        below={
          problem && (
            <p id={`${fieldId}-problem`} className={controlStyles.problem} role="alert">
              <span aria-hidden="true">✕ </span>
              {problem}
            </p>
          )
        }
      >
        <input
          ref={field}
          id={fieldId}
          className={styles.file}
          type="file"
          accept={accept}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${fieldId}-problem` : undefined}
          onChange={({ currentTarget: { files } }) => choose(files)}
        />
      </OptionRow>
      {children}
    </div>
  );
}

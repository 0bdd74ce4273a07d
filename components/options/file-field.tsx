import { useId, type DragEvent, type RefObject } from 'react';
import controlStyles from '../shared/control.module.css';
import { Field } from '../shared/field.tsx';
import styles from './file-field.module.css';

interface FileFieldProps {
  label: string;
  /** The same as in `<input>`. */
  accept: string;
  /** A full sentence; `null`: none. */
  problem: string | null;
  onFile: (file: File) => void;
  field?: RefObject<HTMLInputElement | null>;
}

/** A file can also be dropped on the area around the field. */
export function FileField({ label, accept, problem, onFile, field }: FileFieldProps) {
  const id = useId();
  const take = (files: FileList | null): void => {
    if (files?.[0]) onFile(files[0]);
  };
  return (
    <div
      className={styles.drop}
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        take(event.dataTransfer.files);
      }}
    >
      <Field id={id} label={label}>
        {() => (
          <input
            ref={field}
            id={id}
            className={styles.file}
            type="file"
            accept={accept}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onChange={({ currentTarget: { files } }) => take(files)}
          />
        )}
      </Field>
      {problem && (
        <p id={`${id}-problem`} className={controlStyles.problem} role="alert">
          <span aria-hidden="true">✕ </span>
          {problem}
        </p>
      )}
    </div>
  );
}

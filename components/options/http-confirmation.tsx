import { useId } from 'react';
import { FieldNotes, type FieldText } from './text-field.tsx';

interface HttpConfirmationProps extends FieldText {
  isConfirmed: boolean;
  onChange: (isConfirmed: boolean) => void;
}

/** Asks the user to confirm an unencrypted connection to another computer. */
export function HttpConfirmation({ isConfirmed, problem, onChange }: HttpConfirmationProps) {
  const id = useId();
  return (
    <div className="note">
      <p id={`${id}-hint`}>Prices and header values would travel unencrypted.</p>
      <label className="check">
        <input
          type="checkbox"
          checked={isConfirmed}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-hint ${id}-problem` : `${id}-hint`}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        Use plain http: anyway
      </label>
      <FieldNotes id={id} problem={problem} />
    </div>
  );
}

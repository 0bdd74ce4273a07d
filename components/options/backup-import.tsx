import { useId, useRef, useState, type RefObject } from 'react';
import type { ImportPlan } from '@/lib/export/backup/plan.ts';
import type { ImportMode, PartPlan } from '@/lib/export/backup/plan-part.ts';
import { ImportedSignersList } from './imported-signers.tsx';
import { RadioCards } from './radio-cards.tsx';
import { useImport, type Review } from './use-import.ts';
import { Check } from '../shared/check.tsx';
import { Button, classNames } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import styles from './backup-section.module.css';
import formStyles from './form.module.css';
import panelStyles from './panel.module.css';
import calloutStyles from './callout.module.css';

const MODES: readonly { value: ImportMode; title: string; lines: string[] }[] = [
  {
    value: 'merge',
    title: 'Merge',
    lines: ['Adds what is not here. Nothing of yours is changed or removed.'],
  },
  {
    value: 'replace',
    title: 'Replace',
    lines: ['Makes everything that is in the file as it is there.'],
  },
];

/** Reads a backup file, shows what it would change, and imports it. */
export function BackupImport() {
  const field = useRef<HTMLInputElement>(null);
  const backup = useImport();
  // Focus the file field, because the pressed button disappears. Clear it to allow the same file.
  const startOver = (): void => {
    if (!field.current) return;
    field.current.value = '';
    field.current.focus();
  };

  return (
    <>
      <FileField
        field={field}
        problem={backup.problem}
        onFile={(file) => void backup.choose(file)}
      />
      {backup.review && (
        <ReviewForm
          review={backup.review}
          onMode={(mode) => void backup.setMode(mode)}
          onImport={() => {
            startOver();
            void backup.apply();
          }}
          onCancel={() => {
            startOver();
            backup.cancel();
          }}
        />
      )}
      <div className={classNames(formStyles.actions, styles.outcome)}>
        <p role="status" aria-label="Import" className={formStyles.status}>
          {backup.message}
        </p>
        {backup.replaced && (
          <Button
            onClick={() => {
              startOver();
              void backup.undo();
            }}
          >
            Undo
          </Button>
        )}
      </div>
    </>
  );
}

interface FileFieldProps {
  field: RefObject<HTMLInputElement | null>;
  problem: string | null;
  onFile: (file: File) => void;
}

function FileField({ field, problem, onFile }: FileFieldProps) {
  const id = useId();
  return (
    <>
      <div className={formStyles.field}>
        <label className={controlStyles.label} htmlFor={id}>
          Backup file
        </label>
        <input
          ref={field}
          id={id}
          className={styles.file}
          type="file"
          accept=".json,application/json"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={({ currentTarget: { files } }) => {
            if (files?.[0]) onFile(files[0]);
          }}
        />
      </div>
      {problem && (
        <p id={`${id}-problem`} className={controlStyles.problem} role="alert">
          <span aria-hidden="true">✕ </span>
          {problem} Nothing was changed.
        </p>
      )}
    </>
  );
}

interface ReviewFormProps {
  review: Review;
  onMode: (mode: ImportMode) => void;
  onImport: () => void;
  onCancel: () => void;
}

function ReviewForm({ review: { mode, plan }, onMode, onImport, onCancel }: ReviewFormProps) {
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const origin = plan?.unencryptedOrigin ?? null;
  const isConfirmed = confirmed === origin;
  const isReady = plan !== null && plan.parts.length > 0 && isConfirmed;
  return (
    <div className={styles.review}>
      <RadioCards label="How to import" cards={MODES} value={mode} onChange={onMode} />
      {plan && <Changes plan={plan} />}
      {origin !== null && (
        <Check checked={isConfirmed} onChange={(isOn) => setConfirmed(isOn ? origin : null)}>
          Connect to {origin} without encryption
        </Check>
      )}
      <div className={formStyles.actions}>
        <Button kind="primary" disabled={!isReady} onClick={onImport}>
          Import
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}

function Changes({ plan: { parts, notes } }: { plan: ImportPlan }) {
  return (
    <section className={styles.changes} aria-label="What will change">
      <h4 className={formStyles.heading}>What will change</h4>
      {parts.length === 0 && (
        <p className={panelStyles.hint}>Nothing: all of it is here already.</p>
      )}
      <ul>
        {parts.map((part) => (
          <li key={part.title}>
            <b>{part.title}</b>
            <Names sign="+" word="Added" names={part.added} />
            <Names sign="−" word="Removed" names={part.removed} />
            <Names sign="~" word="Changed" names={part.changed} />
            {part.signers && <ImportedSignersList signers={part.signers} />}
          </li>
        ))}
      </ul>
      {notes.map((note) => (
        <p key={note} className={calloutStyles.callout} data-tone="warn">
          {note}
        </p>
      ))}
    </section>
  );
}

const MAX_NAMES = 8;

function Names({ sign, word, names }: { sign: string; word: string; names: PartPlan['added'] }) {
  if (names.length === 0) return null;
  const more = names.length - MAX_NAMES;
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return (
    <span>
      <span aria-hidden="true">{sign} </span>
      {word}: {shown}
      {more > 0 && ` and ${more.toLocaleString()} more`}
    </span>
  );
}

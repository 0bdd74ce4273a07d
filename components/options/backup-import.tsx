import { useRef, useState } from 'react';
import type { ImportPlan } from '@/lib/pages/export/backup/plan.ts';
import type { ImportMode } from '@/lib/pages/export/backup/plan-part.ts';
import { formatList } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { FileField } from './file-field.tsx';
import { ImportedSignersList } from './imported-signers.tsx';
import { RadioCards } from './radio-cards.tsx';
import { useImport, type Review } from './use-import.ts';
import { Check } from '../shared/check.tsx';
import { Button, classNames } from '../shared/button.tsx';
import styles from './backup-section.module.css';
import formStyles from '../shared/form.module.css';
import panelStyles from './panel.module.css';
import calloutStyles from '../shared/callout.module.css';

const MODES: readonly ImportMode[] = ['merge', 'replace'];

export function BackupImport() {
  const field = useRef<HTMLInputElement>(null);
  const backup = useImport();
  // The pressed button disappears, so focus the file field. Clear it to allow the same file again.
  const startOver = (act: () => void | Promise<void>) => (): void => {
    if (field.current) {
      field.current.value = '';
      field.current.focus();
    }
    void act();
  };

  return (
    <>
      <FileField
        field={field}
        label={t('backup.import.file')}
        accept=".json,application/json"
        problem={backup.problem && `${backup.problem} ${t('backup.import.nothingChanged')}`}
        onFile={(file) => void backup.choose(file)}
      />
      {backup.review && (
        <ReviewForm
          review={backup.review}
          onMode={(mode) => void backup.setMode(mode)}
          onImport={startOver(backup.apply)}
          onCancel={startOver(backup.cancel)}
        />
      )}
      <div className={classNames(formStyles.actions, styles.outcome)}>
        <p role="status" aria-label={t('backup.import.title')} className={formStyles.status}>
          {backup.message}
        </p>
        {backup.replaced && (
          <Button onClick={startOver(backup.undo)}>{t('common.undoButton')}</Button>
        )}
      </div>
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
      <RadioCards
        label={t('backup.import.mode.label')}
        cards={MODES.map((each) => ({
          value: each,
          title: t(`backup.import.mode.${each}.title`),
          lines: [t(`backup.import.mode.${each}.hint`)],
        }))}
        value={mode}
        onChange={onMode}
      />
      {plan && <Changes plan={plan} />}
      {origin !== null && (
        <Check checked={isConfirmed} onChange={(isOn) => setConfirmed(isOn ? origin : null)}>
          {t('backup.import.unencrypted', { origin })}
        </Check>
      )}
      <div className={formStyles.actions}>
        <Button kind="primary" disabled={!isReady} onClick={onImport}>
          {t('backup.import.importButton')}
        </Button>
        <Button onClick={onCancel}>{t('common.cancelButton')}</Button>
      </div>
    </div>
  );
}

function Changes({ plan: { parts, notes } }: { plan: ImportPlan }) {
  return (
    <section className={styles.changes} aria-label={t('backup.review.title')} data-part="changes">
      <h4 className={formStyles.heading}>{t('backup.review.title')}</h4>
      {parts.length === 0 && <p className={panelStyles.hint}>{t('backup.review.nothing')}</p>}
      <ul>
        {parts.map((part) => (
          <li key={part.title}>
            <b>{part.title}</b>
            <Items change="added" items={part.added} />
            <Items change="removed" items={part.removed} />
            <Items change="changed" items={part.changed} />
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

/** All price services and settings have room. */
const MAX_ITEMS = 12;
const SIGNS = { added: '+', removed: '−', changed: '~' } as const;

function Items({ change, items }: { change: keyof typeof SIGNS; items: readonly string[] }) {
  if (items.length === 0) return null;
  const count = items.length - MAX_ITEMS;
  const shown = items.slice(0, MAX_ITEMS);
  if (count > 0) shown.push(t('common.more', { count }));
  return (
    <span>
      <span aria-hidden="true">{SIGNS[change]} </span>
      {t(`backup.review.${change}`, { items: formatList(shown, 'conjunction') })}
    </span>
  );
}

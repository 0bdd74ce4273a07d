import { useRef, useState } from 'react';
import type { ImportPlan } from '@/lib/pages/export/backup/plan.ts';
import type { ImportedSigners, ImportMode } from '@/lib/pages/export/backup/plan-part.ts';
import { formatList } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { FileField } from './file-field.tsx';
import { useImport, type Review } from './use-import.ts';
import { Check } from '../shared/check.tsx';
import { Button } from '../shared/button.tsx';
import { OptionRow } from '../shared/field.tsx';
import { Segments } from '../shared/segments.tsx';
import styles from './backup.module.css';
import formStyles from '../shared/form.module.css';
import controlStyles from '../shared/control.module.css';
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
    <FileField
      field={field}
      label={t('backup.import.title')}
      accept=".json,application/json"
      problem={backup.problem && `${backup.problem} ${t('backup.import.nothingChanged')}`}
      onFile={(file) => void backup.choose(file)}
    >
      {backup.review && (
        <ReviewForm
          review={backup.review}
          onMode={(mode) => void backup.setMode(mode)}
          onImport={startOver(backup.apply)}
          onCancel={startOver(backup.cancel)}
        />
      )}
      <div className={styles.outcome}>
        <p role="status" aria-label={t('backup.import.title')} className={formStyles.status}>
          {backup.message}
        </p>
        {backup.replaced && (
          <Button onClick={startOver(backup.undo)}>{t('common.undoButton')}</Button>
        )}
      </div>
    </FileField>
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
      <OptionRow label={t('backup.import.mode.label')} hint={t(`backup.import.mode.${mode}.hint`)}>
        <Segments
          label={t('backup.import.mode.label')}
          value={mode}
          options={MODES.map((each) => [each, t(`backup.import.mode.${each}.title`)])}
          onChange={onMode}
        />
      </OptionRow>
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
      <h3 className={formStyles.heading}>{t('backup.review.title')}</h3>
      {parts.length === 0 && <p className={controlStyles.hint}>{t('backup.review.nothing')}</p>}
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

/** Lists signers with everything that determines what they can sign. */
function ImportedSignersList({ signers }: { signers: readonly ImportedSigners[] }) {
  return (
    <section className={styles.signers} aria-label={t('signers.imported.label')}>
      <p className={calloutStyles.callout} data-tone="warn">
        {t('signers.imported.warning')}
      </p>
      <ul>
        {signers.map(({ name, emitterChain, emitterAddress, keys, quorum }) => (
          <li key={name}>
            <b>{name}</b>
            <p>{t('signers.required', { required: String(quorum), count: keys.length })}</p>
            <p>{t('signers.emitter', { chain: String(emitterChain), address: emitterAddress })}</p>
            <Keys keys={keys} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('signers.imported.keyCount', { count: keys.length })}</summary>
      {/* Rendered on demand: a file may contain many profiles of 255 keys each. */}
      {isOpen && (
        <ol>
          {keys.map((key) => (
            <li key={key}>
              <code dir="ltr">{key}</code>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}

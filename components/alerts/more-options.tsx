import { useState } from 'react';
import { COOLDOWNS, type Cooldown } from '@/lib/domain/alerts/model/rule.ts';
import { repeatWords } from '@/lib/domain/alerts/text/rule-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { Choice, TypedField } from './form-parts.tsx';
import type { AlertFormState } from './use-alert-form.ts';
import { Check } from '../shared/check.tsx';
import styles from './alert-form.module.css';

interface MoreOptionsProps {
  form: AlertFormState;
  isOpenAtFirst: boolean;
}

export function MoreOptions({ form, isOpenAtFirst }: MoreOptionsProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { draft, change, problemOf } = form;
  const hasProblem = OPTION_FIELDS.some((field) => problemOf(field) !== null);

  return (
    <details
      className={styles.more}
      open={isOpen || hasProblem}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('alertForm.moreOptions')}</summary>
      <div>
        <Choice
          label={t('alertForm.repeatLabel')}
          value={draft.cooldownSeconds}
          options={[null, ...COOLDOWNS].map((seconds) => [seconds, wordsOf(seconds)] as const)}
          onChange={(cooldownSeconds) => change({ cooldownSeconds })}
        />
        {draft.kind === 'crosses' && draft.direction !== 'either' && (
          <Check
            isPlain
            checked={draft.alsoIfThere}
            onChange={(alsoIfThere) => change({ alsoIfThere })}
          >
            {t('alerts.summary.alsoIfThere')}
          </Check>
        )}
        <TypedField
          form={form}
          field="expiresAt"
          label={t('alertForm.expiryLabel')}
          type="datetime-local"
        />
        <Note form={form} />
      </div>
    </details>
  );
}

const OPTION_FIELDS = ['expiresAt', 'note'] as const;

function wordsOf(cooldownSeconds: Cooldown | null): string {
  return repeatWords({
    repeat: cooldownSeconds === null ? { mode: 'once' } : { mode: 'repeating', cooldownSeconds },
  });
}

function Note({ form }: { form: AlertFormState }) {
  return (
    <TypedField
      form={form}
      field="note"
      label={t('alertForm.noteLabel')}
      maxLength={200}
      autoCapitalize="sentences"
      spellCheck
    />
  );
}

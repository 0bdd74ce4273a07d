import { useState } from 'react';
import { showsBand } from '@/lib/domain/alerts/model/draft.ts';
import { optionsOf } from '@/lib/domain/alerts/model/trigger.ts';
import { t } from '@/lib/base/locale/t.ts';
import { durationOptions } from '../shared/select-field.tsx';
import { CONFIRMATIONS, COOLDOWNS } from './form-choices.ts';
import { Choice, Figure, TypedField } from './form-parts.tsx';
import type { AlertFormState } from './use-alert-form.ts';
import { Check } from '../shared/check.tsx';
import styles from './alert-form.module.css';

const ONCE = -1;

interface MoreOptionsProps {
  form: AlertFormState;
  isOpenAtFirst: boolean;
}

export function MoreOptions({ form, isOpenAtFirst }: MoreOptionsProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { draft, change, problemOf } = form;
  const has = optionsOf(draft.kind);
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
          value={draft.cooldownSeconds ?? ONCE}
          options={cooldownOptions(draft.cooldownSeconds ?? 0)}
          onChange={(seconds) => change({ cooldownSeconds: seconds === ONCE ? null : seconds })}
        />
        {has.confirmation && (
          <Choice
            label={t('alertForm.holdLabel')}
            value={draft.confirmationSeconds}
            options={confirmationOptions(draft.confirmationSeconds)}
            onChange={(confirmationSeconds) => change({ confirmationSeconds })}
          />
        )}
        {showsBand(draft) && <ResetDistance form={form} />}
        {has.certain && (
          <Check isPlain checked={draft.certain} onChange={(certain) => change({ certain })}>
            {t('alertForm.certainLabel')}
          </Check>
        )}
        {has.onlyWhileOpen && (
          <Check
            isPlain
            checked={draft.onlyWhileOpen}
            onChange={(onlyWhileOpen) => change({ onlyWhileOpen })}
          >
            {t('alertForm.openOnlyLabel')}
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

const OPTION_FIELDS = ['rearmBandPercent', 'expiresAt', 'note'] as const;

function cooldownOptions(current: number): [seconds: number, words: string][] {
  const again = durationOptions(COOLDOWNS, current).map(([seconds, duration]): [number, string] => [
    seconds,
    seconds === 0 ? t('alertForm.repeatAlways') : t('alertForm.repeatAfter', { duration }),
  ]);
  return [[ONCE, t('alerts.summary.once')], ...again];
}

function confirmationOptions(current: number): [seconds: number, words: string][] {
  return durationOptions(CONFIRMATIONS, current).map(([seconds, duration]) => [
    seconds,
    seconds === 0 ? t('alertForm.holdNone') : duration,
  ]);
}

function ResetDistance({ form }: { form: AlertFormState }) {
  return (
    <Figure
      form={form}
      field="rearmBandPercent"
      label={t('alertForm.resetLabel')}
      hint={t('alertForm.resetHint')}
      unit={t('alertForm.percentUnit')}
    />
  );
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

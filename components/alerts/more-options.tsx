import { useId, useState } from 'react';
import { showsBand } from '@/lib/alerts/model/draft.ts';
import { optionsOf } from '@/lib/alerts/model/trigger.ts';
import { CONFIRMATIONS, COOLDOWNS, lengthsWith, lengthWords } from './form-choices.ts';
import { Choice, Figure, Problem } from './form-parts.tsx';
import type { AlertFormState } from './use-alert-form.ts';
import { Check } from '../shared/check.tsx';
import controlStyles from '../shared/control.module.css';
import styles from './alert-form.module.css';

const ONCE = -1;

/** All options of an alert beyond its condition; collapsed at first. */
export function MoreOptions({
  form,
  isOpenAtFirst,
}: {
  form: AlertFormState;
  isOpenAtFirst: boolean;
}) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { draft, change, problemOf } = form;
  const has = optionsOf(draft.kind);
  // Expand the options if one of them has a problem.
  const hasProblem = OPTION_FIELDS.some((field) => problemOf(field) !== null);

  return (
    <details
      className={styles.more}
      open={isOpen || hasProblem}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>More options</summary>
      <div>
        <Choice
          label="Fires"
          value={draft.cooldownSeconds ?? ONCE}
          options={cooldownOptions(draft.cooldownSeconds ?? 0)}
          onChange={(seconds) => change({ cooldownSeconds: seconds === ONCE ? null : seconds })}
        />
        {has.confirmation && (
          <Choice
            label="When it has held for"
            value={draft.confirmationSeconds}
            options={confirmationOptions(draft.confirmationSeconds)}
            onChange={(confirmationSeconds) => change({ confirmationSeconds })}
          />
        )}
        {showsBand(draft) && (
          <Figure form={form} field="rearmBandPercent" label="Arms again when back by" unit="%" />
        )}
        {has.certain && (
          <Check isPlain checked={draft.certain} onChange={(certain) => change({ certain })}>
            Only when certain: the whole range price ± confidence
          </Check>
        )}
        {has.onlyWhileOpen && (
          <Check
            isPlain
            checked={draft.onlyWhileOpen}
            onChange={(onlyWhileOpen) => change({ onlyWhileOpen })}
          >
            Only while the market is open
          </Check>
        )}
        <Expiry form={form} />
        <Note form={form} />
      </div>
    </details>
  );
}

const OPTION_FIELDS = ['rearmBandPercent', 'expiresAt', 'note'] as const;

function cooldownOptions(current: number): [seconds: number, words: string][] {
  const again = lengthsWith(COOLDOWNS, current).map((seconds): [number, string] => [
    seconds,
    seconds === 0 ? 'each time' : `again, at most every ${lengthWords(seconds)}`,
  ]);
  return [[ONCE, 'once, then rests'], ...again];
}

function confirmationOptions(current: number): [seconds: number, words: string][] {
  const lengths = lengthsWith(CONFIRMATIONS, current);
  return lengths.map((seconds) => [seconds, seconds === 0 ? 'one price' : lengthWords(seconds)]);
}

function Expiry({ form: { draft, change, problemOf } }: { form: AlertFormState }) {
  const id = useId();
  const problem = problemOf('expiresAt');
  return (
    <div className={styles.part}>
      <label htmlFor={id}>Ends at</label>
      <input
        id={id}
        type="datetime-local"
        className={controlStyles.control}
        value={draft.expiresAt}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => change({ expiresAt: event.currentTarget.value })}
      />
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  );
}

function Note({ form: { draft, change, problemOf } }: { form: AlertFormState }) {
  const id = useId();
  const problem = problemOf('note');
  return (
    <div className={styles.part}>
      <label htmlFor={id}>Note</label>
      <input
        id={id}
        type="text"
        className={controlStyles.control}
        maxLength={200}
        autoComplete="off"
        value={draft.note}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  );
}

import { useId, useState, type FormEvent } from 'react';
import { t } from '@/lib/locale/t.ts';
import { toSeconds, type UnixSeconds } from '@/lib/units.ts';
import { fromFieldText, toFieldText } from '../detail/time-input.ts';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import styles from './statement.module.css';

interface StatementTimeProps {
  isAsking: boolean;
  /** `null`: now. */
  onAsk: (time: UnixSeconds | null) => Promise<void>;
  onCancel: () => void;
}

/** The field for the time of a statement. Until it is changed, the time is now. */
export function StatementTime({ isAsking, onAsk, onCancel }: StatementTimeProps) {
  const field = useId();
  const problemId = useId();
  const [text, setText] = useState(() => toFieldText(nowInSeconds()));
  const [isNow, setIsNow] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const seconds = isNow ? null : fromFieldText(text);
    const timeProblem = isNow ? null : problemOf(seconds);
    setProblem(timeProblem);
    if (isNow) setText(toFieldText(nowInSeconds()));
    if (timeProblem === null) void onAsk(seconds);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <label htmlFor={field}>
        {t('priceAtTime.field', { timeZone: Temporal.Now.timeZoneId() })}
      </label>
      <div className={styles.time}>
        <input
          id={field}
          className={controlStyles.control}
          type="datetime-local"
          step={1}
          value={text}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problemId}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setIsNow(false);
          }}
        />
        {isAsking ? (
          <Button onClick={onCancel}>{t('common.cancelButton')}</Button>
        ) : (
          <Button type="submit">{t('statement.getButton')}</Button>
        )}
      </div>
      <p id={problemId} role="alert" className={styles.problem}>
        {problem}
      </p>
    </form>
  );
}

function problemOf(seconds: UnixSeconds | null): string | null {
  if (seconds === null) return t('priceAtTime.incomplete');
  return seconds > nowInSeconds() ? t('priceAtTime.future') : null;
}

function nowInSeconds(): UnixSeconds {
  return Math.floor(toSeconds(Date.now()));
}

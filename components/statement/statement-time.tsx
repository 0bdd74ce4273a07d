import { useId, useState, type FormEvent } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import { Button } from '../shared/button.tsx';
import { fromFieldText, nowInSeconds, timeProblem, toFieldText } from '../shared/chosen-time.ts';
import { TimeField } from '../shared/time-field.tsx';
import styles from './statement.module.css';

interface StatementTimeProps {
  isAsking: boolean;
  /** `null`: now. */
  onAsk: (time: UnixSeconds | null) => Promise<void>;
  onCancel: () => void;
}

/** Chooses the time of the prices. The default is now. */
export function StatementTime({ isAsking, onAsk, onCancel }: StatementTimeProps) {
  const problemId = useId();
  const [text, setText] = useState(() => toFieldText(nowInSeconds()));
  const [isNow, setIsNow] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const seconds = isNow ? null : fromFieldText(text);
    const found = isNow ? null : timeProblem(seconds);
    setProblem(found);
    if (isNow) setText(toFieldText(nowInSeconds()));
    if (found === null) void onAsk(seconds);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TimeField
        text={text}
        problemId={problem === null ? undefined : problemId}
        onChange={(changed) => {
          setText(changed);
          setIsNow(false);
        }}
      >
        {isAsking ? (
          <Button onClick={onCancel}>{t('common.cancelButton')}</Button>
        ) : (
          <Button type="submit">{t('statement.getButton')}</Button>
        )}
      </TimeField>
      <p id={problemId} role="alert" className={styles.problem}>
        {problem}
      </p>
    </form>
  );
}

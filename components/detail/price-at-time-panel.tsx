import { useId, useState, type FormEvent } from 'react';
import { t } from '@/lib/locale/t.ts';
import type { AnsweredUpdate } from '@/lib/pages/questions.ts';
import { toSeconds, type UnixSeconds } from '@/lib/units.ts';
import { useInquiry, type Inquiry, type QuestionOf } from '../hooks/use-inquiry.ts';
import { Panel } from './panel.tsx';
import { PastPrice } from './past-price.tsx';
import { fromFieldText, toFieldText } from './time-input.ts';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import styles from './price-at-time-panel.module.css';
import panelStyles from './panel.module.css';

interface PriceAtTimePanelProps {
  id: string;
  panelId: string;
  onClose: () => void;
}

const DAY_SECONDS = 86_400;

/** The price at any time, from the price service, verified like any other price. */
export function PriceAtTimePanel({ id, panelId, onClose }: PriceAtTimePanelProps) {
  const field = useId();
  const [text, setText] = useState(() => toFieldText(nowInSeconds() - DAY_SECONDS));
  const [asked, setAsked] = useState<UnixSeconds | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { inquiry, ask, cancel } = useInquiry<QuestionOf<'price-at'>>();

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const seconds = fromFieldText(text);
    const timeProblem = problemOf(seconds);
    setProblem(timeProblem);
    if (seconds === null || timeProblem !== null) {
      cancel();
      return;
    }
    setAsked(seconds);
    void ask({ kind: 'price-at', ids: [id], publishTime: seconds });
  };

  return (
    <Panel
      id={panelId}
      title={t('priceAtTime.title')}
      closeLabel={t('priceAtTime.closeButton')}
      onClose={onClose}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <label htmlFor={field}>
          {t('priceAtTime.field', { timeZone: Temporal.Now.timeZoneId() })}
        </label>
        <div className={styles.line}>
          <input
            id={field}
            className={controlStyles.control}
            type="datetime-local"
            step={1}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {inquiry.state === 'asking' ? (
            <Button onClick={cancel}>{t('common.cancelButton')}</Button>
          ) : (
            <Button type="submit" kind="primary">
              {t('priceAtTime.getButton')}
            </Button>
          )}
        </div>
      </form>
      <div role="status" aria-label={t('priceAtTime.title')}>
        {problem !== null && <Failure text={problem} />}
        {asked !== null && <Result id={id} inquiry={inquiry} asked={asked} />}
      </div>
    </Panel>
  );
}

interface ResultProps {
  id: string;
  inquiry: Inquiry<AnsweredUpdate>;
  /** The time that the user chose. */
  asked: UnixSeconds;
}

function Result({ id, inquiry, asked }: ResultProps) {
  if (inquiry.state === 'idle') return null;
  if (inquiry.state === 'asking')
    return <p className={panelStyles.waiting}>{t('priceAtTime.asking')}</p>;
  if (inquiry.state === 'failed') return <Failure text={inquiry.reason} />;
  const answered = inquiry.answer.prices.find((each) => each.id === id);
  if (!answered) return <Failure text={t('priceAtTime.noPrice')} />;
  return <PastPrice answered={answered} asked={asked} />;
}

function Failure({ text }: { text: string }) {
  return <p className={panelStyles.failure}>{text}</p>;
}

function problemOf(seconds: UnixSeconds | null): string | null {
  if (seconds === null) return t('priceAtTime.incomplete');
  return seconds > nowInSeconds() ? t('priceAtTime.future') : null;
}

function nowInSeconds(): UnixSeconds {
  return Math.floor(toSeconds(Date.now()));
}

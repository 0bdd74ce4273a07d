import { useId, useState, type FormEvent } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { AnsweredUpdate } from '@/lib/pages/questions.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import { useInquiry, type Inquiry, type QuestionOf } from '../shared/hooks/use-inquiry.ts';
import { Panel } from './panel.tsx';
import { PastPrice } from './past-price.tsx';
import { Button } from '../shared/button.tsx';
import { fromFieldText, nowInSeconds, timeProblem, toFieldText } from '../shared/chosen-time.ts';
import { TimeField } from '../shared/time-field.tsx';
import panelStyles from './panel.module.css';

interface PriceAtTimePanelProps {
  id: string;
  panelId: string;
  onClose: () => void;
}

const DAY_SECONDS = 86_400;

/** The price at any time, from the price service, verified like any other price. */
export function PriceAtTimePanel({ id, panelId, onClose }: PriceAtTimePanelProps) {
  const problemId = useId();
  const [text, setText] = useState(() => toFieldText(nowInSeconds() - DAY_SECONDS));
  const [asked, setAsked] = useState<UnixSeconds | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { inquiry, ask, cancel } = useInquiry<QuestionOf<'price-at'>>();

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const seconds = fromFieldText(text);
    const found = timeProblem(seconds);
    setProblem(found);
    if (seconds === null || found !== null) {
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
      <form onSubmit={submit} noValidate>
        <TimeField
          text={text}
          problemId={problem === null ? undefined : problemId}
          onChange={setText}
        >
          {inquiry.state === 'asking' ? (
            <Button onClick={cancel}>{t('common.cancelButton')}</Button>
          ) : (
            <Button type="submit" kind="primary">
              {t('priceAtTime.getButton')}
            </Button>
          )}
        </TimeField>
      </form>
      <div role="status" aria-label={t('priceAtTime.title')}>
        {problem !== null && <Failure id={problemId} text={problem} />}
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

function Failure({ id, text }: { id?: string; text: string }) {
  return (
    <p id={id} className={panelStyles.failure}>
      {text}
    </p>
  );
}

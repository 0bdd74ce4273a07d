import { useId, useState, type FormEvent } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { AnsweredUpdate, AnsweredPrice } from '@/lib/pages/questions.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import { useInquiry, type Inquiry, type QuestionOf } from '../../shared/hooks/use-inquiry.ts';
import { ExpandedPanel } from '../panel.tsx';
import { Button } from '../../shared/button.tsx';
import { fromFieldText, nowInSeconds, timeProblem, toFieldText } from '../../shared/chosen-time.ts';
import { TimeField } from '../../shared/time-field.tsx';
import styles from '../panel.module.css';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { failureWords, proofWords } from '@/lib/pages/words/proof-words.ts';
import { ShieldIcon } from '../proof/proof-row.tsx';
import { ExactDecimal, BasisPoints, Confidence } from './figures.tsx';
import { everyDigit } from '../chart/slot-text.ts';
import { Term, Terms } from '../../shared/terms.tsx';
import { durationText, timeText } from './time-text.ts';

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
    <ExpandedPanel
      id={panelId}
      title={t('priceAtTime.title')}
      closeLabel={t('common.closeButton')}
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
    </ExpandedPanel>
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
  if (inquiry.state === 'asking') return <p className={styles.waiting}>{t('options.loading')}</p>;
  if (inquiry.state === 'failed') return <Failure text={inquiry.reason} />;
  const answered = inquiry.answer.prices.find((each) => each.id === id);
  if (!answered) return <Failure text={t('history.noData')} />;
  return <PastPrice answered={answered} asked={asked} />;
}

function Failure({ id, text }: { id?: string; text: string }) {
  return (
    <p id={id} className={styles.failure}>
      {text}
    </p>
  );
}

interface PastPriceProps {
  answered: AnsweredPrice;
  /** The time that the user chose. */
  asked: UnixSeconds;
}

function PastPrice({ answered, asked }: PastPriceProps) {
  const { price, failure } = answered;
  if (price === null) return <p className={styles.failure}>{failure && failureWords(failure)}</p>;
  const exact = toDecimal(price.price, price.expo);
  const confidence = toDecimal(price.conf, price.expo);
  if (!exact) return <p className={styles.failure}>{t('detail.invalidPrice')}</p>;
  return (
    <div className={styles.past}>
      <ExactDecimal className={styles.price} value={exact} confidence={confidence} />
      <p className={styles.confidence}>
        {confidence && (
          <>
            <Confidence confidence={confidence} />
            <BasisPoints confidence={confidence} price={exact} />
          </>
        )}
      </p>
      <p>{publishedWords(price, asked)}</p>
      <PastProof proof={price.proof} failure={failure} />
      <Terms>
        <Term name={t('detail.ema')} hint={t('detail.emaHint')}>
          {everyDigit(price.emaPrice, price.emaExpo)} ±{everyDigit(price.emaConf, price.emaExpo)}
        </Term>
      </Terms>
    </div>
  );
}

function PastProof({
  proof,
  failure,
}: {
  proof: StoredPrice['proof'];
  failure: AnsweredPrice['failure'];
}) {
  const state = failure === undefined ? (proof?.state ?? 'off') : 'failed';
  const words = failure ? failureWords(failure) : proof ? proofWords(proof) : t('proof.off');
  return (
    <p className={styles.proof} data-state={state}>
      <ShieldIcon state={state} />
      <span>
        {proof && !failure && <b>{t(`proof.state.${proof.state}`)}</b>} {words}
      </span>
    </p>
  );
}

function publishedWords(price: StoredPrice, asked: UnixSeconds): string {
  const time = timeText(price.publishTime);
  const later = price.publishTime - asked;
  if (later === 0) return t('priceAtTime.published.exactly', { time });
  const duration = durationText(Math.abs(later));
  if (later < 0) return t('priceAtTime.published.before', { time, duration });
  // A service may send any later price. The signed bytes state when the previous one was published.
  const isNext = (price.prevPublishTime ?? asked) < asked;
  return t(isNext ? 'priceAtTime.published.next' : 'priceAtTime.published.after', {
    time,
    duration,
  });
}

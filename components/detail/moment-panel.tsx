import { useId, useState, type FormEvent } from 'react';
import type { AnsweredPrice } from '@/lib/pages/questions.ts';
import { toDecimal } from '@/lib/prices/decimal.ts';
import { failureWords, proofWords } from '@/lib/text/proof-words.ts';
import { toSeconds, type UnixSeconds } from '@/lib/units.ts';
import { useInquiry, type QuestionOf } from '../hooks/use-inquiry.ts';
import { momentText } from './date-words.ts';
import { ShieldIcon } from './detail-icons.tsx';
import { ExactFigure } from './exact-figure.tsx';
import { Term, Terms } from './figure-terms.tsx';
import { fromFieldText, toFieldText } from './moment-input.ts';
import { Panel } from './panel.tsx';
import { Confidence } from './price-head.tsx';
import { everyDigit } from './sample-text.ts';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import styles from './moment-panel.module.css';
import panelStyles from './panel.module.css';
import priceHeadStyles from './price-head.module.css';

interface MomentPanelProps {
  id: string;
  panelId: string;
  onClose: () => void;
}

const DAY_SECONDS = 86_400;
const TITLE = 'Price at a moment';

/** The price at any time, from the price service, verified like any other price. */
export function MomentPanel({ id, panelId, onClose }: MomentPanelProps) {
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

  const figure =
    inquiry.state === 'answered' ? inquiry.answer.prices.find((each) => each.id === id) : null;
  return (
    <Panel id={panelId} title={TITLE} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <label htmlFor={field}>Date and time ({Temporal.Now.timeZoneId()})</label>
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
            <Button onClick={cancel}>Cancel</Button>
          ) : (
            <Button type="submit" kind="primary">
              Get price
            </Button>
          )}
        </div>
      </form>
      <div role="status" aria-label={TITLE}>
        {problem !== null && <p className={panelStyles.failure}>{problem}</p>}
        {inquiry.state === 'asking' && (
          <p className={panelStyles.waiting}>Asking the price service…</p>
        )}
        {inquiry.state === 'failed' && <p className={panelStyles.failure}>{inquiry.reason}</p>}
        {inquiry.state === 'answered' && !figure && (
          <p className={panelStyles.failure}>
            The service has no price of this feed at that moment.
          </p>
        )}
        {figure && asked !== null && <PastFigure figure={figure} asked={asked} />}
      </div>
    </Panel>
  );
}

function problemOf(seconds: UnixSeconds | null): string | null {
  if (seconds === null) return 'Enter a whole date and time.';
  return seconds > nowInSeconds()
    ? 'That moment is still to come. Prices are known up to now only: choose an earlier one.'
    : null;
}

function PastFigure({ figure, asked }: { figure: AnsweredPrice; asked: number }) {
  const { item, failure } = figure;
  if (item === null)
    return <p className={panelStyles.failure}>{failure && failureWords(failure)}</p>;
  const { price, ema_price: ema } = item;
  const exact = toDecimal(price.price, price.expo);
  const confidence = toDecimal(price.conf, price.expo);
  if (!exact)
    return <p className={panelStyles.failure}>The service sent a figure that cannot be shown.</p>;
  return (
    <div className={styles.past}>
      <ExactFigure className={styles.price} figure={exact} confidence={confidence} />
      <p className={priceHeadStyles.sub}>
        {confidence && <Confidence confidence={confidence} price={exact} />}
      </p>
      <p>{publishedWords(item, asked)}</p>
      <PastProof figure={figure} />
      <Terms>
        <Term name="EMA">
          {everyDigit(ema.price, ema.expo)} ±{everyDigit(ema.conf, ema.expo)}
        </Term>
      </Terms>
    </div>
  );
}

function PastProof({ figure: { proof, failure } }: { figure: AnsweredPrice }) {
  const state = failure === undefined ? (proof?.state ?? 'off') : 'failed';
  const words = {
    verified: `Verified ${proof ? proofWords(proof) : ''}`,
    unchecked: `Not verified: ${proof ? proofWords(proof) : ''}`,
    failed: failure && failureWords(failure),
    off: 'Signatures are off.',
  };
  return (
    <p className={styles.proof} data-state={state}>
      <ShieldIcon state={state} />
      <span>{words[state]}</span>
    </p>
  );
}

function publishedWords(
  { price, metadata }: NonNullable<AnsweredPrice['item']>,
  asked: number,
): string {
  const published = `Published ${momentText(price.publish_time)}`;
  const later = price.publish_time - asked;
  if (later === 0) return `${published}.`;
  if (later < 0) return `${published}, ${duration(-later)} before the moment that you chose.`;
  // A service may send any later price. The signed bytes state when the previous one was published.
  const isNext = (metadata.prev_publish_time ?? asked) < asked;
  return isNext
    ? `${published}: the next price after the moment that you chose, ${duration(later)} later.`
    : `${published}, ${duration(later)} after the moment that you chose.`;
}

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  const hours = Math.floor(seconds / 3_600);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

function nowInSeconds(): UnixSeconds {
  return Math.floor(toSeconds(Date.now()));
}

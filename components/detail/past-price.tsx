import { t } from '@/lib/base/locale/t.ts';
import type { AnsweredPrice } from '@/lib/pages/questions.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { failureWords, proofWords } from '@/lib/pages/words/proof-words.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import { ShieldIcon } from './detail-icons.tsx';
import { ExactDecimal } from './exact-decimal.tsx';
import { BasisPoints, Confidence } from './confidence.tsx';
import { everyDigit } from './sample-text.ts';
import { Term, Terms } from './terms.tsx';
import { durationText, timeText } from './time-text.ts';
import styles from './past-price.module.css';
import panelStyles from './panel.module.css';

interface PastPriceProps {
  answered: AnsweredPrice;
  /** The time that the user chose. */
  asked: UnixSeconds;
}

/** A price at a time, with its publish time and its proof. */
export function PastPrice({ answered, asked }: PastPriceProps) {
  const { price, failure } = answered;
  if (price === null)
    return <p className={panelStyles.failure}>{failure && failureWords(failure)}</p>;
  const exact = toDecimal(price.price, price.expo);
  const confidence = toDecimal(price.conf, price.expo);
  if (!exact) return <p className={panelStyles.failure}>{t('detail.invalidPrice')}</p>;
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

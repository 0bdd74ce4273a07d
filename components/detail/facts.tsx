import { t } from '@/lib/base/locale/t.ts';
import { changePercent, subtractDecimals } from '@/lib/domain/prices/arithmetic.ts';
import { toDecimal, toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPercent, formatPrice } from '@/lib/domain/prices/format-price.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import type { Slot as ChartSlot } from './chart-grid.ts';
import { BasisPoints } from './confidence.tsx';
import { CopyButton } from './copy-button.tsx';
import { ExactDecimal } from './exact-decimal.tsx';
import { Section } from './section.tsx';
import { slotText } from './slot-text.ts';
import { Missing, Term, Terms } from './terms.tsx';
import { timeText } from './time-text.ts';

/** The EMA, among the facts. */
export function EmaTerm({ of }: { of: StoredPrice | ChartSlot }) {
  const ema = of.emaPrice === null ? null : toDecimal(of.emaPrice, of.emaExpo);
  return (
    <Term name={t('detail.ema')} hint={t('detail.emaHint')}>
      {ema ? <bdi dir="ltr">{formatPrice(ema, { digits: 'row' }).text}</bdi> : <Missing text="–" />}
    </Term>
  );
}

/** Every number and time of the displayed update, in full. */
export function UpdateFacts({ price }: { price: StoredPrice }) {
  return (
    <Section title={t('detail.latestUpdate')}>
      <Terms>
        <PriceTerms price={price} />
        <Term name={t('detail.publishTime')}>
          <Time seconds={price.publishTime} />
        </Term>
        <Term name={t('detail.previousPublishTime')}>
          <Time seconds={price.prevPublishTime} />
        </Term>
        <Term name={t('detail.proofAvailableTime')}>
          <Time seconds={price.proofAvailableTime} />
        </Term>
        <Term name={t('detail.slot')} hint={t('detail.slotHint')}>
          <Slot slot={price.slot} />
        </Term>
      </Terms>
    </Section>
  );
}

function PriceTerms({ price }: { price: StoredPrice }) {
  const spot = toDecimal(price.price, price.expo);
  const confidence = toDecimal(price.conf, price.expo);
  return (
    <>
      <Term name={t('detail.price')}>
        {spot ? (
          <>
            <ExactDecimal value={spot} />
            <CopyButton text={toDecimalString(spot)} label={t('detail.copyPriceButton')} />
          </>
        ) : (
          <Missing />
        )}
      </Term>
      <Term name={t('detail.confidence')} hint={t('detail.confidenceHint')}>
        {confidence ? <ExactDecimal value={confidence} /> : <Missing />}{' '}
        {confidence && spot && (
          <small>
            <BasisPoints confidence={confidence} price={spot} />
          </small>
        )}
      </Term>
      <EmaTerms price={price} spot={spot} />
    </>
  );
}

function EmaTerms({ price, spot }: { price: StoredPrice; spot: Decimal | null }) {
  const ema = toDecimal(price.emaPrice, price.emaExpo);
  const confidence = toDecimal(price.emaConf, price.emaExpo);
  const deviation = spot && ema && subtractDecimals(spot, ema);
  const percent = spot && ema && changePercent(spot, ema);
  return (
    <>
      <Term name={t('detail.emaPrice')} hint={t('detail.emaHint')}>
        {ema ? <ExactDecimal value={ema} /> : <Missing />}
      </Term>
      <Term name={t('detail.emaConfidence')}>
        {confidence ? <ExactDecimal value={confidence} /> : <Missing />}
      </Term>
      <Term name={t('detail.priceMinusEma')}>
        {deviation ? <ExactDecimal value={deviation} sign="always" /> : <Missing />}{' '}
        {percent && (
          <small>
            <bdi dir="ltr">{formatPercent(percent)}</bdi>
          </small>
        )}
      </Term>
    </>
  );
}

function Time({ seconds }: { seconds: UnixSeconds | null }) {
  if (seconds === null) return <Missing />;
  return (
    <data value={seconds} title={String(seconds)}>
      {timeText(seconds)}
    </data>
  );
}

function Slot({ slot }: { slot: number | null }) {
  const text = slot === null ? null : slotText(slot);
  return text === null ? <Missing /> : <data value={String(slot)}>{text}</data>;
}

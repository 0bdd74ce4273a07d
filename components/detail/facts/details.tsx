import { compareTexts, formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { plainText } from '@/lib/base/text/plain-text.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { toDecimal, toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { candleFeeds } from '@/lib/storage/values/candles.ts';
import { useStoredPart } from '../../shared/hooks/use-stored.ts';
import type { FeedEntry } from '../../shared/hooks/use-feed.ts';
import { CopyButton } from '../../shared/copy.tsx';
import { BasisPoints, ExactDecimal } from '../price/figures.tsx';
import { slotText } from '../chart/slot-text.ts';
import { Missing, Section, Term, Terms } from '../../shared/terms.tsx';
import { timeText } from '../price/time-text.ts';
import styles from '../../shared/terms.module.css';

interface DetailsProps {
  id: string;
  feed: FeedEntry;
  price: StoredPrice | undefined;
}

/** Every figure, time and attribute. Closed at first: few people look for them. */
export function Details({ id, feed, price }: DetailsProps) {
  return (
    <details className={styles.details}>
      <summary>{t('detail.details')}</summary>
      {price && <UpdateFacts price={price} />}
      <Section title={t('attributes.title')}>
        <AttributeTerms id={id} attributes={feed.attributes} />
      </Section>
    </details>
  );
}

function UpdateFacts({ price }: { price: StoredPrice }) {
  const { slot } = price;
  const spot = toDecimal(price.price, price.expo);
  const confidence = toDecimal(price.conf, price.expo);
  const ema = toDecimal(price.emaPrice, price.emaExpo);
  const slotNumber = slot === null ? null : slotText(slot);
  return (
    <Section title={t('detail.latestUpdate')}>
      <Terms>
        <Term name={t('detail.price')}>
          <Exact value={spot} />
          {spot && <CopyButton text={toDecimalString(spot)} label={t('detail.copyPriceButton')} />}
        </Term>
        <Term name={t('detail.confidence')} hint={t('detail.confidenceHint')}>
          <Exact value={confidence} />{' '}
          <small>
            {confidence && spot && <BasisPoints confidence={confidence} price={spot} />}
          </small>
        </Term>
        <Term name={t('detail.emaPrice')} hint={t('detail.emaHint')}>
          <Exact value={ema} />
        </Term>
        <Term name={t('detail.emaConfidence')}>
          <Exact value={toDecimal(price.emaConf, price.emaExpo)} />
        </Term>
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
          {slotNumber === null ? <Missing /> : <data value={String(slot)}>{slotNumber}</data>}
        </Term>
      </Terms>
    </Section>
  );
}

function Exact({ value }: { value: Decimal | null }) {
  return value ? <ExactDecimal value={value} /> : <Missing />;
}

function Time({ seconds }: { seconds: UnixSeconds | null }) {
  if (seconds === null) return <Missing />;
  return (
    <data value={seconds} title={String(seconds)}>
      {timeText(seconds)}
    </data>
  );
}

const NAME_LIMIT = 80;
const VALUE_LIMIT = 2_000;
const MAX_SHOWN = 200;

/** A feed's id and attributes. The service chooses names and values, so they are plain text. */
function AttributeTerms({ id, attributes }: { id: string; attributes: FeedAttributes }) {
  const symbol = useStoredPart(candleFeeds, (feeds) => feeds?.[id]?.symbol ?? null);
  const entries = Object.entries(attributes).toSorted(([a], [b]) => compareTexts(a, b));
  return (
    <>
      <Terms isForeign>
        <Term name={t('attributes.feedId')}>
          <code dir="ltr">{id}</code>
          <CopyButton text={id} label={t('attributes.copyFeedIdButton')} />
        </Term>
        {symbol !== null && (
          <Term name={t('history.section')}>
            <bdi>{plainText(symbol, VALUE_LIMIT)}</bdi>
          </Term>
        )}
        {entries.slice(0, MAX_SHOWN).map(([name, value]) => (
          <Term key={name} name={plainText(name, NAME_LIMIT) || t('common.noName')}>
            <bdi>{plainText(value, VALUE_LIMIT) || <Missing text={t('attributes.empty')} />}</bdi>
          </Term>
        ))}
      </Terms>
      {entries.length > MAX_SHOWN && (
        <p className={styles.hint}>{t('common.full', { limit: formatCount(MAX_SHOWN) })}</p>
      )}
    </>
  );
}

import type { AlertPrice } from '@/lib/domain/alerts/model/price.ts';
import { styled, type FigureStyle } from '@/lib/domain/alerts/text/figure-style.ts';
import { exactNumber, numberText } from '@/lib/domain/alerts/text/figures.ts';
import { t } from '@/lib/base/locale/t.ts';
import { toDecimal, toShortDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import styles from './subject-price.module.css';

/** The price that an alert's level is compared with. */
export function SubjectPrice({ latest, style }: { latest: AlertPrice | null; style: FigureStyle }) {
  const areSamples = useStored(areSamplesShown) ?? false;
  const price = latest && toDecimal(latest.price, latest.expo);
  if (!price) return <span className={styles.now}>{t('alerts.noPrice')}</span>;
  return (
    <span className={styles.now} title={styled(exactNumber(price), style)}>
      {areSamples && <em>{t('samples.short')}</em>}{' '}
      <bdi>
        {style.currency === null ? (
          <Quoted price={price} confidence={toDecimal(latest.conf, latest.expo)} />
        ) : (
          // A calculated figure already ends at its first uncertain digit.
          styled(numberText(toShortDecimalString(price)), style)
        )}
      </bdi>
    </span>
  );
}

function Quoted({ price, confidence }: { price: Decimal; confidence: Decimal | null }) {
  const { certain, uncertain } = formatPrice(price, { digits: 'row', confidence });
  return (
    <>
      {certain}
      {uncertain && <i>{uncertain}</i>}
    </>
  );
}

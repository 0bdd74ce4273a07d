import type { AlertPrice } from '@/lib/domain/alerts/model/price.ts';
import { styled, type FigureStyle } from '@/lib/domain/alerts/text/figure-style.ts';
import { exactNumber, numberText } from '@/lib/domain/alerts/text/figures.ts';
import { t } from '@/lib/base/locale/t.ts';
import { toDecimal, toShortDecimalString } from '@/lib/domain/prices/decimal.ts';
import { ExactDecimal } from '../price/figures.tsx';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import styles from './alert.module.css';

/** The price that an alert's level is compared with. */
export function SubjectPrice({ latest, style }: { latest: AlertPrice | null; style: FigureStyle }) {
  const areSamples = useStored(areSamplesShown) ?? false;
  const price = latest && toDecimal(latest.price, latest.expo);
  if (!price) return <span className={styles.now}>{t('alerts.noPrice')}</span>;
  return (
    <span className={styles.now} data-sample={areSamples || undefined}>
      {areSamples && <em>{t('samples.short')}</em>}{' '}
      {style.currency === null ? (
        <ExactDecimal digits="row" value={price} confidence={toDecimal(latest.conf, latest.expo)} />
      ) : (
        // A calculated figure already ends at its first uncertain digit.
        <bdi title={styled(exactNumber(price), style)}>
          {styled(numberText(toShortDecimalString(price)), style)}
        </bdi>
      )}
    </span>
  );
}

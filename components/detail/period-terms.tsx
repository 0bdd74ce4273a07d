import { useMemo } from 'react';
import type { ChartPeriod } from '@/lib/domain/history/periods.ts';
import type { Sample } from '@/lib/domain/history/sample.ts';
import { PERIOD_SECONDS } from '@/lib/domain/history/time-grid.ts';
import { t } from '@/lib/base/locale/t.ts';
import { compareDecimals } from '@/lib/domain/prices/arithmetic.ts';
import { toDecimal, toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import { Term } from './terms.tsx';

interface PeriodTermsProps {
  /** The samples that the chart draws, oldest first; `undefined`: not read yet. */
  samples: readonly Sample[] | undefined;
  period: ChartPeriod;
}

/** The first, the highest and the lowest price of a period. */
export function PeriodTerms({ samples, period }: PeriodTermsProps) {
  const figures = useMemo(() => samples && figuresOf(samples, period), [samples, period]);
  if (figures === null) return null;
  return (
    <>
      <Term name={t('chart.start')}>{figures && <Rounded price={figures.start} />}</Term>
      <Term name={t('chart.high')}>{figures && <Rounded price={figures.high} />}</Term>
      <Term name={t('chart.low')}>{figures && <Rounded price={figures.low} />}</Term>
    </>
  );
}

function Rounded({ price }: { price: Decimal }) {
  const exact = toDecimalString(price);
  return (
    <data value={exact} title={exact} dir="ltr">
      {formatPrice(price, { digits: 'row' }).text}
    </data>
  );
}

function figuresOf(samples: readonly Sample[], period: ChartPeriod) {
  const until = samples.at(-1)?.time ?? 0;
  const prices = samples.flatMap(({ time, price, expo }) => {
    const exact = time >= until - PERIOD_SECONDS[period] ? toDecimal(price, expo) : null;
    return exact ? [exact] : [];
  });
  const [start] = prices;
  if (!start || prices.length < 2) return null;
  const high = prices.reduce((most, each) => (compareDecimals(each, most) > 0 ? each : most));
  const low = prices.reduce((least, each) => (compareDecimals(each, least) < 0 ? each : least));
  return { start, high, low };
}

import { useMemo } from 'react';
import { highLow } from '@/lib/domain/history/candle-figures.ts';
import type { CandlePeriod, ChartPeriod } from '@/lib/domain/history/periods.ts';
import type { Sample } from '@/lib/domain/history/sample.ts';
import { PERIOD_SECONDS } from '@/lib/domain/history/time-grid.ts';
import { t } from '@/lib/base/locale/t.ts';
import { compareDecimals } from '@/lib/domain/prices/arithmetic.ts';
import { toDecimal, toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import type { ChartCandles } from './use-candles.ts';
import { samplePeriod } from './use-samples.ts';
import { Term } from './terms.tsx';

interface PeriodTermsProps {
  /** The samples that the chart draws, oldest first; `undefined`: not read yet. */
  samples: readonly Sample[] | undefined;
  /** Candles of the period, which take the place of the samples. */
  candles: ChartCandles | null | undefined;
  period: CandlePeriod;
}

/** The first, the highest and the lowest price of a period; by candles if there are any. */
export function PeriodTerms({ samples, candles, period }: PeriodTermsProps) {
  const figures = useMemo(
    () =>
      candles ? figuresOfCandles(candles) : samples && figuresOf(samples, samplePeriod(period)),
    [samples, candles, period],
  );
  const hint = candles ? { hint: t('chart.fromCandles') } : {};
  if (figures === null) return null;
  return (
    <>
      <Term name={t('chart.start')} {...hint}>
        {figures && <Rounded price={figures.start} />}
      </Term>
      <Term name={t('chart.high')} {...hint}>
        {figures && <Rounded price={figures.high} />}
      </Term>
      <Term name={t('chart.low')} {...hint}>
        {figures && <Rounded price={figures.low} />}
      </Term>
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

function figuresOfCandles({ known, plan }: ChartCandles) {
  const range = highLow(known, plan.visibleFrom, plan.to);
  const first = known.candles.find(({ start }) => start >= plan.visibleFrom);
  return range && first ? { ...range, start: { mantissa: first.open, expo: known.expo } } : null;
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

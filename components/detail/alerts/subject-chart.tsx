import { useMemo } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import type { AlertPrice } from '@/lib/domain/alerts/model/price.ts';
import { PERIOD_SECONDS } from '@/lib/domain/history/time-grid.ts';
import type { PastPrices } from '@/lib/pages/alerts/past-prices.ts';
import { classNames } from '../../shared/button.tsx';
import { useMinute } from '../../shared/hooks/clock.ts';
import { Chart } from '../chart/chart.tsx';
import { toChartGrid, type ChartGrid } from '../chart/chart-grid.ts';
import { useMarked } from '../chart/use-marked.ts';
import type { ComposedAlert } from './use-composed-alert.ts';
import type { PulledChart } from './use-pulling.ts';
import chartStyles from '../chart/chart.module.css';

interface SubjectChartProps {
  alert: ComposedAlert;
  chart: PulledChart;
}

const PERIOD = '30d';

/** The chart of a total or of a price in another currency, while an alert on it is written. */
export function SubjectChart({ alert: { subject, rehearsing }, chart }: SubjectChartProps) {
  const { latest, style } = subject;
  const shown = style.isHidden ? null : latest;
  const nowSeconds = useMinute();
  const { past } = rehearsing;
  const grid = useMemo(() => gridOf(past, shown, nowSeconds), [past, shown, nowSeconds]);
  const { cursor, mark } = useMarked(grid);
  if (!past?.candles) {
    const words = style.isHidden
      ? t('holdings.nowHidden')
      : t(past ? 'chart.noCandles' : 'options.loading');
    return <p className={classNames(chartStyles.place, chartStyles.collecting)}>{words}</p>;
  }
  return (
    <Chart
      {...{ ...chart, grid, cursor }}
      id={subject.id}
      period={PERIOD}
      start={null}
      way="flat"
      latest={shown}
      tone="usual"
      isAwaited={false}
      isLoading={false}
      asCandles={false}
      onCursor={mark}
    />
  );
}

function gridOf(
  past: PastPrices | undefined,
  latest: AlertPrice | null,
  nowSeconds: UnixSeconds,
): ChartGrid {
  const { series, length } = past?.candles ?? {};
  const { candles = [], expo = 0 } = series ?? {};
  const unsigned = { conf: null, emaPrice: null, emaExpo: 0 };
  const points = candles.map(({ start, close }) => ({
    ...unsigned,
    time: start,
    price: String(close),
    expo,
  }));
  const last = latest && { ...unsigned, ...latest, time: latest.publishTime };
  const until = Math.max(nowSeconds, last?.time ?? 0);
  const from = until - PERIOD_SECONDS[PERIOD];
  const prices = [...points, ...(last ? [last] : [])];
  return { ...toChartGrid(prices, from, until, length), hasCandles: true };
}

import { memo } from 'react';
import { isDeepEqual } from '@/lib/base/deep-equal.ts';
import type { CandlePeriod } from '@/lib/domain/history/periods.ts';
import { t } from '@/lib/base/locale/t.ts';
import { isLong, type ChartGrid, type Slot } from './chart-grid.ts';
import { chartName, sampleText } from './sample-text.ts';
import chartStyles from './chart.module.css';
import styles from './sample-table.module.css';

/** The chart's prices with all digits, newest first. */
export function SampleTable({ grid, period }: { grid: ChartGrid; period: CandlePeriod }) {
  const samples = grid.slots.filter((slot) => slot !== null).toReversed();
  if (samples.length === 0) {
    return (
      <div className={chartStyles.collecting}>
        <p>
          <b>{t('chart.collecting')}</b> {t('chart.nonePoints')}
        </p>
      </div>
    );
  }
  return (
    <div
      className={styles.samples}
      data-part="samples"
      tabIndex={0}
      role="group"
      aria-label={t('chart.prices')}
    >
      <table>
        <caption className="visually-hidden">{chartName(period)}</caption>
        <thead>
          <tr>
            <th scope="col">{t('chart.time')}</th>
            <th scope="col">{t('detail.price')}</th>
            <th scope="col">±</th>
            <th scope="col">{t('detail.ema')}</th>
          </tr>
        </thead>
        <tbody>
          {samples.map((sample) => (
            <Row key={sample.time} sample={sample} grid={grid} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Row = memo(
  function Row({ sample, grid }: { sample: Slot; grid: ChartGrid }) {
    const { time, price, confidence, ema, level } = sampleText(sample, grid);
    return (
      <tr>
        <th scope="row">{time}</th>
        <td>
          <data value={level} dir="ltr">
            {price}
          </data>
        </td>
        <td>
          <bdi dir="ltr">{confidence ?? '–'}</bdi>
        </td>
        <td>
          <bdi dir="ltr">{ema ?? '–'}</bdi>
        </td>
      </tr>
    );
  },
  (before, after) =>
    isDeepEqual(before.sample, after.sample) && isLong(before.grid) === isLong(after.grid),
);

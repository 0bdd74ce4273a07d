import { t } from '@/lib/base/locale/t.ts';
import { Button, classNames } from '../shared/button.tsx';
import type { ChartGrid } from './chart-grid.ts';
import { xOf, type ChartLayout } from './chart-layout.ts';
import { startText } from './sample-text.ts';
import styles from './chart.module.css';

// A narrower area has no space for words.
const MIN_WORDS_WIDTH = 90;
// A narrower one would look like a fault of the chart.
const MIN_WIDTH = 16;

interface CollectingProps {
  grid: ChartGrid;
  layout: ChartLayout;
}

/** Marks the time before the first price. */
export function Collecting({ grid, layout }: CollectingProps) {
  const index = grid.slots.findIndex((slot) => slot !== null);
  const first = grid.slots[index];
  const width = xOf(layout, index);
  if (!first || width < MIN_WIDTH) return null;
  return (
    <div
      className={styles.unfilled}
      data-part="unfilled"
      style={{ width: `${width.toFixed(1)}px`, height: `${layout.height}px` }}
    >
      {width >= MIN_WORDS_WIDTH && t('chart.collectingSince', { time: startText(first, grid) })}
    </div>
  );
}

interface NoSamplesProps {
  isRead: boolean;
  /** Whether prices are left out because they are not verified. */
  hasHidden: boolean;
  /** Adds the feed to the watchlist; `null`: it is on it. */
  onFollow: (() => Promise<void>) | null;
}

/** Stands in for the chart until there is a price to draw: why there is none. */
export function NoSamples(props: NoSamplesProps) {
  return (
    <div
      className={classNames(styles.place, styles.collecting)}
      role="status"
      aria-label={t('chart.title')}
    >
      <p>
        <Reason {...props} />
      </p>
    </div>
  );
}

function Reason({ isRead, hasHidden, onFollow }: NoSamplesProps) {
  if (!isRead) return <b>{t('chart.loading')}</b>;
  if (onFollow) {
    return (
      <>
        <b>{t('chart.noPrices')}</b>
        <br />
        {t('chart.notWatched')}
        <br />
        <Button kind="link" onClick={() => void onFollow()}>
          {t('detail.addButton')}
        </Button>
      </>
    );
  }
  return (
    <>
      <b>{t('chart.collecting')}</b>
      <br />
      {t('chart.nonePoints')} {t('chart.collectingHint')}
      {hasHidden && ` ${t('chart.unverifiedHidden')}`}
    </>
  );
}

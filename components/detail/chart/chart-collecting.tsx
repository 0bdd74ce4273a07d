import { t } from '@/lib/base/locale/t.ts';
import { Button, classNames } from '../../shared/button.tsx';
import type { ChartGrid } from './chart-grid.ts';
import { xOf, type ChartLayout } from './chart-layout.ts';
import { startText } from './slot-text.ts';
import styles from './chart.module.css';

// Words need this width.
const MIN_WORDS_WIDTH = 90;
// A narrower area would look like a glitch.
const MIN_WIDTH = 16;

interface CollectingProps {
  grid: ChartGrid;
  layout: ChartLayout;
}

/** The part of the axis before the first price. */
export function Collecting({ grid, layout }: CollectingProps) {
  const index = grid.slots.findIndex((slot) => slot !== null);
  const first = grid.slots[index];
  const width = xOf(layout, index);
  if (!first || width < MIN_WIDTH) return null;
  const words = grid.hasCandles ? 'detail.change.since' : 'chart.collectingSince';
  return (
    <div
      className={styles.unfilled}
      data-part="unfilled"
      data-candles={grid.hasCandles || undefined}
      dir="auto"
      style={{ width: `${width.toFixed(1)}px`, height: `${layout.height}px` }}
    >
      {width >= MIN_WORDS_WIDTH && t(words, { time: startText(first, grid) })}
    </div>
  );
}

interface NoCollectedPricesProps {
  isRead: boolean;
  hasHidden: boolean;
  /** Adds the feed to the watchlist; `null` if it is already there. */
  onFollow: (() => Promise<void>) | null;
}

/** Says why there is no chart yet. */
export function NoCollectedPrices(props: NoCollectedPricesProps) {
  return (
    <div
      className={classNames(styles.place, styles.collecting)}
      role="status"
      aria-label={t('chart.history')}
    >
      <p>
        <Reason {...props} />
      </p>
    </div>
  );
}

function Reason({ isRead, hasHidden, onFollow }: NoCollectedPricesProps) {
  if (!isRead) return <b>{t('options.loading')}</b>;
  return (
    <>
      <b>{t(onFollow ? 'alerts.noPrice' : 'chart.collecting')}</b>
      <br />
      {onFollow ? t('chart.notWatched') : t('chart.collectingHint')}
      {hasHidden && !onFollow && ` ${t('chart.unverifiedHidden')}`}
      {onFollow && (
        <Button kind="link" onClick={() => void onFollow()}>
          {t('detail.addButton')}
        </Button>
      )}
    </>
  );
}

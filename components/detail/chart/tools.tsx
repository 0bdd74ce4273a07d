import type { ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { areCandlesticksDrawn } from '@/lib/storage/values/candles.ts';
import { Button } from '../../shared/button.tsx';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { CandlesIcon, ClockIcon } from '../../shared/later-icons.tsx';
import { CandleLegend, NoCandles } from './candle-note.tsx';
import { PriceAtTimePanel } from '../price/price-at-time-panel.tsx';
import { usePanel } from '../panel.tsx';
import type { ShownPeriod } from './use-period.ts';
import styles from './tools.module.css';

/** Other ways to look at the prices: the price at any time, and candlesticks. */
export function Tools({ id, shown }: { id: string; shown: ShownPeriod }) {
  const timePanel = usePanel();
  const asCandles = useStored(areCandlesticksDrawn) ?? false;
  return (
    <section aria-label={t('chart.history')}>
      <div className={styles.tools}>
        <Button kind="plain" {...timePanel.buttonProps}>
          <ClockIcon />
          {t('priceAtTime.openButton')}
        </Button>
        {shown.grid.hasCandles && (
          <Tool
            icon={<CandlesIcon />}
            isOn={asCandles}
            onToggle={() => void areCandlesticksDrawn.setValue(!asCandles)}
          >
            {t('chart.candlesticksButton')}
          </Tool>
        )}
      </div>
      {timePanel.isOpen && (
        <PriceAtTimePanel id={id} panelId={timePanel.id} onClose={timePanel.close} />
      )}
      {shown.candles && (
        <p className={styles.note}>
          <CandleLegend grid={shown.grid} candles={shown.candles} />
        </p>
      )}
      {shown.candles === null && <NoCandles id={id} />}
    </section>
  );
}

interface ToolProps {
  icon: ReactNode;
  isOn: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function Tool({ icon, isOn, onToggle, children }: ToolProps) {
  return (
    <Button kind="plain" aria-pressed={isOn} onClick={onToggle}>
      {icon}
      {children}
    </Button>
  );
}

import { useEffect, useRef } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { parseDecimal } from '@/lib/domain/prices/decimal.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import { goTo } from '../shared/route.ts';
import { BellIcon } from '../shared/icons.tsx';
import type { Pick } from './price-chart.tsx';
import styles from './chart-section.module.css';

interface PickedLevelProps {
  id: string;
  pick: Pick;
  onGone: () => void;
}

/** Offers an alert at the level that was picked; takes the focus if it was with the keyboard. */
export function PickedLevel({ id, pick: { level, at, byKey }, onGone }: PickedLevelProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (byKey) button.current?.focus();
  }, [byKey]);
  const exact = parseDecimal(level);
  const price = exact ? formatPrice(exact, { digits: 'all' }).text : level;
  return (
    <button
      ref={button}
      type="button"
      className={styles.picked}
      data-part="picked-level"
      style={{ insetBlockStart: `${Math.max(0, at.y - 32)}px` }}
      onClick={() => goTo({ view: 'new-alert', id, level })}
      onBlur={onGone}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        // Focus the chart below: losing the focus removes this button.
        const parent = event.currentTarget.parentElement;
        parent?.querySelector<HTMLElement>('[role="slider"]')?.focus();
      }}
    >
      <BellIcon />
      {t('chart.addAlertButton', { price })}
    </button>
  );
}

import { useMemo } from 'react';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useAmountsHidden } from './amount.tsx';
import { ChangeFigure, changeText } from './change-figure.tsx';
import { Money } from './money.tsx';
import { useFeedNames } from '../shared/hooks/use-feed-names.ts';
import { useValuation } from './use-valuation.ts';
import { noValueWords } from './worth-words.ts';
import styles from './row-value.module.css';

export default function RowValue({ id }: { id: FeedId }) {
  const worth = useValuation(
    useMemo(() => [id], [id]),
    false,
  );
  const areHidden = useAmountsHidden();
  const nameOf = useFeedNames();
  const { counted = [], uncounted = [] } = worth?.valuation ?? {};
  const [value] = counted;
  const [missing] = uncounted;
  if (!worth || (!value && !missing)) return <span />;
  if (!value) {
    const words = missing && noValueWords(missing, nameOf, worth.currency);
    return (
      <span data-part="value" title={words}>
        {words}
      </span>
    );
  }
  const { gain } = value;
  return (
    <span
      className={styles.value}
      data-part="value"
      title={
        gain
          ? labelled(t('popup.view.gain'), changeText(areHidden ? null : gain.price, gain.percent))
          : undefined
      }
    >
      <Money measure={value} currency={worth.currency} />
      {gain?.percent && <ChangeFigure percent={gain.percent} />}
    </span>
  );
}

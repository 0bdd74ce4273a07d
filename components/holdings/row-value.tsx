import { useMemo } from 'react';
import type { Gain } from '@/lib/domain/holdings/value-holdings.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import { formatPercent } from '@/lib/domain/prices/format-price.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { Amount, useAmountsHidden } from './amount.tsx';
import { Money, moneyText } from './money.tsx';
import { Percent } from './percent.tsx';
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
    const words = missing && noValueWords(missing, nameOf(missing.at), worth.currency);
    return (
      <span data-part="value" title={words}>
        {words}
      </span>
    );
  }
  return (
    <span
      className={styles.value}
      data-part="value"
      title={gainWords(value.gain, worth.currency, areHidden)}
    >
      <Amount>
        <Money measure={value} currency={worth.currency} isBrief />
      </Amount>
      {value.gain?.percent && <Percent percent={value.gain.percent} />}
    </span>
  );
}

/** Leaves out the amount while amounts are hidden. */
function gainWords(gain: Gain | null, currency: string, areHidden: boolean): string | undefined {
  if (!gain) return undefined;
  const amount = areHidden ? [] : [moneyText(gain.price, currency, 'always')];
  const percent = gain.percent ? [formatPercent(gain.percent)] : [];
  return labelled(t('popup.view.gain'), [...amount, ...percent].join(' · '));
}

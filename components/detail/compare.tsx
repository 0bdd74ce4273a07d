import { useId, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { magnitude, ratio } from '@/lib/domain/prices/arithmetic.ts';
import { toDecimal, toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { useLatestPrice } from '../shared/hooks/use-latest-price.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { SwapIcon } from '../shared/later-icons.tsx';
import { IconButton } from '../shared/button.tsx';
import styles from './compare.module.css';

const SIGNIFICANT_DIGITS = 8;
/** Magnitude below which a ratio is shortened, as it is mostly zeros. */
const MIN_PLAIN = -4;

/** This feed's price in units of another feed: the live ratio of their exact prices. */
export function Compare({ id, symbol }: { id: string; symbol: string }) {
  const field = useId();
  const ids = useStored(watchlist);
  const names = useStored(followedFeeds);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isSwapped, setSwapped] = useState(false);
  const others = (ids ?? []).filter((other) => other !== id);
  const other = chosen !== null && others.includes(chosen) ? chosen : others[0];
  if (other === undefined) return null;
  const nameOf = (feed: string): string => feedName(names?.[feed], feed).symbol;

  return (
    <div className={styles.compare} role="group" aria-label={t('detail.compare.title')}>
      <label htmlFor={field}>{t('detail.compare.label')}</label>
      <select id={field} value={other} onChange={(event) => setChosen(event.currentTarget.value)}>
        {others.map((feed) => (
          <option key={feed} value={feed}>
            {nameOf(feed)}
          </option>
        ))}
      </select>
      <IconButton
        label={t('detail.compare.swapButton')}
        aria-pressed={isSwapped}
        onClick={() => setSwapped(!isSwapped)}
      >
        <SwapIcon />
      </IconButton>
      {isSwapped ? (
        <Ratio of={other} to={id} title={ratioText(nameOf(other), symbol)} />
      ) : (
        <Ratio of={id} to={other} title={ratioText(symbol, nameOf(other))} />
      )}
    </div>
  );
}

function ratioText(symbol: string, other: string): string {
  return t('detail.compare.ratio', { symbol, other });
}

function Ratio({ of, to, title }: { of: string; to: string; title: string }) {
  const numerator = useDecimalPrice(of);
  const denominator = useDecimalPrice(to);
  if (!numerator || !denominator)
    return (
      <span className={styles.ratio} data-part="ratio">
        {t('detail.compare.noPrice')}
      </span>
    );
  const exact = eightDigits(numerator, denominator);
  if (!exact)
    return (
      <span className={styles.ratio} data-part="ratio">
        {t('detail.compare.zero')}
      </span>
    );
  return (
    <data
      className={styles.ratio}
      data-part="ratio"
      dir="ltr"
      value={toDecimalString(exact)}
      title={title}
    >
      {formatPrice(exact, { digits: magnitude(exact) < MIN_PLAIN ? 'row' : 'all' }).text}
    </data>
  );
}

function useDecimalPrice(id: string): Decimal | null {
  const price = useLatestPrice(id)?.price;
  return price ? toDecimal(price.price, price.expo) : null;
}

/** Ratio with 8 significant digits and at least 2 decimals; `null` if the denominator is 0. */
function eightDigits(numerator: Decimal, denominator: Decimal): Decimal | null {
  const estimatedMagnitude = magnitude(numerator) - magnitude(denominator);
  const estimate = ratio(
    numerator,
    denominator,
    Math.max(2, SIGNIFICANT_DIGITS - estimatedMagnitude),
  );
  if (!estimate) return null;
  return ratio(numerator, denominator, Math.max(2, SIGNIFICANT_DIGITS - 1 - magnitude(estimate)));
}

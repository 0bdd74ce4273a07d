import type { HoldingsChange } from '@/lib/domain/holdings/change-holdings.ts';
import { t } from '@/lib/base/locale/t.ts';
import { formatPercent } from '@/lib/domain/prices/format-price.ts';
import type { ChangePeriod } from '@/lib/domain/history/periods.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { useChangePeriod } from '../shared/hooks/use-change-period.ts';
import { Mark } from '../shared/icons.tsx';
import { routeHash } from '../shared/route.ts';
import { Amount, useAmountsHidden } from './amount.tsx';
import { HideButton } from './hide-button.tsx';
import { Money, moneyText } from './money.tsx';
import { Percent } from './percent.tsx';
import { useHeldFeeds } from './use-held-feeds.ts';
import { useValuation, useHoldingsChange, type ShownValuation } from './use-valuation.ts';
import { changeLackWords, lacksOf } from './worth-words.ts';
import styles from './total-line.module.css';

/** The total, which links to the holdings view. */
export default function TotalLine({ group }: { group: Group | null }) {
  const ids = useHeldFeeds(group);
  const worth = useValuation(ids);
  const change = useHoldingsChange(ids, worth);
  const period = useChangePeriod();
  const areHidden = useAmountsHidden();
  if (!worth) return null;
  const hints = hintsOf(worth, change, { period, areHidden });
  return (
    <>
      <a
        className={styles.link}
        href={routeHash({ view: 'holdings' })}
        title={hints.join('\n')}
        data-part="holdings-total"
      >
        <span className={styles.label}>{t('holdings.total')}</span>{' '}
        <b>
          {worth.valuation.total ? (
            <Amount>
              <Money measure={worth.valuation.total} currency={worth.currency} />
            </Amount>
          ) : (
            '–'
          )}
        </b>
        {change?.percent && (
          <>
            {' '}
            <span aria-hidden="true" className={styles.dot}>
              ·
            </span>
            <Percent percent={change.percent} />
          </>
        )}
        <Lacks worth={worth} />
      </a>
      <HideButton />
    </>
  );
}

function Lacks({ worth }: { worth: ShownValuation }) {
  return (
    <span className={styles.lacks}>
      {lacksOf(worth.valuation).map(({ name, shapes, figure, words }) => (
        <span key={name}>
          <Mark name={name} label={words} shapes={shapes} />
          <span aria-hidden="true">{figure}</span>
        </span>
      ))}
    </span>
  );
}

interface Shown {
  period: ChangePeriod;
  areHidden: boolean;
}

function hintsOf(
  { valuation, currency }: ShownValuation,
  change: HoldingsChange | null,
  { period, areHidden }: Shown,
): string[] {
  const { amount = null, percent = null } = change ?? {};
  const changes = [
    !areHidden && amount && moneyText(amount, currency, 'always'),
    percent && formatPercent(percent),
  ].filter((text) => text !== null && text !== false);
  return [
    ...changes.map((text) => t(`row.change.${period}`, { change: text })),
    ...lacksOf(valuation).map(({ words }) => words),
    changeLackWords(change, valuation) ?? '',
  ].filter((text) => text !== '');
}

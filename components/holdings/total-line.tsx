import { t } from '@/lib/base/locale/t.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useChangePeriod } from '../shared/hooks/use-change-period.ts';
import { useIsWide } from '../shared/hooks/use-is-wide.ts';
import { useShownGroup } from '../shared/hooks/use-shown-group.ts';
import { Mark, SHAPES } from '../shared/icons.tsx';
import { routeHash } from '../shared/route.ts';
import { useAmountsHidden } from './amount.tsx';
import { ChangeFigure, changeText } from './change-figure.tsx';
import { HideButton } from './hide-button.tsx';
import { Money } from './money.tsx';
import { useHeldFeeds } from './use-held-feeds.ts';
import { useHoldingsChange, useValuation } from './use-valuation.ts';
import { useWorthNote } from './worth-words.ts';
import styles from './total-line.module.css';

/** The total of the shown tab, which links to the holdings view. */
export default function TotalLine() {
  const ids = useHeldFeeds(useShownGroup());
  const isWide = useIsWide();
  return (
    <>
      <a className={styles.link} href={routeHash({ view: 'holdings' })} data-part="holdings-total">
        <span>{t('holdings.total')}</span> <Total ids={ids} />
      </a>
      {isWide && <HideButton />}
    </>
  );
}

/** What holdings are worth, and its change. */
export function Total({ ids }: { ids: readonly FeedId[] }) {
  const worth = useValuation(ids);
  const change = useHoldingsChange(ids, worth);
  const period = useChangePeriod();
  const areHidden = useAmountsHidden();
  const note = useWorthNote(worth, change);
  if (!worth) return null;
  const { amount = null, percent = null } = change ?? {};
  const changed = changeText(areHidden ? null : amount, percent);
  const hints = [changed && t(`row.change.${period}`, { change: changed }), note?.words];
  return (
    <span className={styles.total} title={hints.filter(Boolean).join('\n')}>
      <b>
        {worth.valuation.total ? (
          <Money measure={worth.valuation.total} currency={worth.currency} />
        ) : (
          '–'
        )}
      </b>{' '}
      {percent && <ChangeFigure percent={percent} />}
      {note && note.tone !== 'quiet' && (
        <Mark name="lack" label={note.words} shapes={SHAPES.warning} />
      )}
    </span>
  );
}

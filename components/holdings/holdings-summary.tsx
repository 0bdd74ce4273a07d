import { t } from '@/lib/base/locale/t.ts';
import type { HoldingValue } from '@/lib/domain/holdings/value-holdings.ts';
import { toNumber } from '@/lib/domain/prices/decimal.ts';
import { splitPair } from '@/lib/domain/prices/feed-name.ts';
import { formatShare } from '@/lib/domain/prices/format-price.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { classNames } from '../shared/button.tsx';
import { useChangePeriod } from '../shared/hooks/use-change-period.ts';
import { useFeedNames } from '../shared/hooks/use-feed-names.ts';
import { useStanding } from '../shared/hooks/use-standing.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Tag } from '../shared/tag.tsx';
import { ChangeFigure } from './change-figure.tsx';
import { Money } from './money.tsx';
import { useHoldingsChange, type ShownValuation } from './use-valuation.ts';
import { useWorthNote } from './worth-words.ts';
import headlineStyles from '../shared/headline.module.css';
import styles from './holdings-summary.module.css';

interface HoldingsSummaryProps {
  ids: readonly FeedId[];
  worth: ShownValuation;
  /** Those that count, as listed. */
  counted: readonly HoldingValue[];
}

/** The total, its change with what it lacks, and the shares. */
export function HoldingsSummary({ ids, worth, counted }: HoldingsSummaryProps) {
  const change = useHoldingsChange(ids, worth);
  const period = useChangePeriod();
  const note = useWorthNote(worth, change);
  const areSamples = useStored(areSamplesShown) ?? false;
  const { isCurrent } = useStanding();
  const { total } = worth.valuation;
  return (
    <section
      className={styles.summary}
      aria-label={t('holdings.total')}
      data-tone={isCurrent ? undefined : 'gray'}
    >
      <p className={classNames(headlineStyles.price, styles.total)} data-part="holdings-total">
        {total ? <Money measure={total} currency={worth.currency} /> : '–'}
      </p>
      <p className={headlineStyles.change}>
        <ChangeFigure amount={change?.amount ?? null} percent={change?.percent ?? null} />
        <span className={styles.note} data-tone={note?.tone} title={note?.words}>
          {note ? note.words : t(`period.${period}`)}
        </span>
        {areSamples && <Tag>{t('samples.title')}</Tag>}
      </p>
      <Shares counted={counted} />
    </section>
  );
}

// Shades of the accent color, in the order of the rows. All further rows share the last one.
const SHADES = [1, 0.72, 0.5, 0.32, 0.2];

function Shares({ counted }: Pick<HoldingsSummaryProps, 'counted'>) {
  const nameOf = useFeedNames();
  const known = counted.flatMap(({ feedId, share }) => (share ? [{ feedId, share }] : []));
  const cut = known.length > SHADES.length ? SHADES.length - 1 : known.length;
  const rest = known.slice(cut);
  const parts = known.slice(0, cut).map(({ feedId, share }) => ({
    name: splitPair(nameOf(feedId))[0],
    percent: formatShare(share),
    size: Math.abs(toNumber(share)),
  }));
  if (rest.length > 0) {
    const size = rest.reduce((sum, { share }) => sum + Math.abs(toNumber(share)), 0);
    parts.push({ name: t('common.more', { count: rest.length }), percent: '', size });
  }
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ name, size }, index) => (
          <i key={name} style={{ flexGrow: size, opacity: SHADES[index] }} />
        ))}
      </div>
      <ul className={styles.legend} aria-label={t('holdings.share')}>
        {parts.map(({ name, percent }, index) => (
          <li key={name}>
            <i style={{ opacity: SHADES[index] }} />
            <b dir="auto">{name}</b> <bdi dir="ltr">{percent}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}

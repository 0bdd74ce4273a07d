import { useMemo } from 'react';
import type { Change, NoChange } from '@/lib/domain/history/change.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { dateFormat } from '@/lib/base/locale/format.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { splitMessage, t } from '@/lib/base/locale/t.ts';
import { compareDecimals, directionOf } from '@/lib/domain/prices/arithmetic.ts';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import { changeAmount, formatPercent, formatPrice } from '@/lib/domain/prices/format-price.ts';
import type { ListView } from '@/lib/domain/watchlist/view.ts';
import { serviceProblemWords } from '@/lib/domain/connection/service-problem-words.ts';
import { historyPause } from '@/lib/storage/values/history.ts';
import type { ChangePeriod } from '@/lib/domain/history/periods.ts';
import { closeTimeZone } from '@/lib/domain/history/change-start.ts';
import { toMilliseconds, type UnixSeconds } from '@/lib/base/units.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { ChangeButton } from '../../shared/change-button.tsx';
import { noChangeText } from '../../shared/no-change-text.ts';
import styles from './row-change.module.css';

// Larger percentages do not fit in a row; the tooltip shows the exact one.
const WIDEST: Decimal = { mantissa: 999n, expo: 0 };
const LOWEST: Decimal = { mantissa: -999n, expo: 0 };

const TIME = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;

interface RowChangeProps {
  change: Change;
  /** The price at the end of the change. */
  price: Decimal;
  changeAs: ListView['changeAs'];
  period: ChangePeriod;
  attributes: FeedAttributes;
  /** Whether only verified prices count and this price is not verified. */
  isRefused?: boolean;
  /** Whether the first paint is done. */
  isPainted: boolean;
}

/** Replaces the change of an unverified price if only verified prices count. */
export function NotVerified() {
  return (
    <span className={styles.change} data-part="change" data-way="none">
      {t('proof.state.unchecked')}
    </span>
  );
}

/** Price change over the period, with its sign; a dash if unknown. */
export function RowChange({ change, isRefused = false, ...props }: RowChangeProps) {
  const { period } = props;
  if (isRefused) return <NoChangeMark period={period} reason={t('history.refused')} />;
  if (change.none === 'waiting') return <Waiting period={period} />;
  if (change.none !== undefined) {
    const mark = change.none === 'split' ? t('row.mark.split') : null;
    return <NoChangeMark period={period} reason={noChangeText(change.none)} mark={mark} />;
  }
  return <KnownChange {...change} {...props} />;
}

type KnownChangeProps = Exclude<Change, { none: NoChange }> &
  Pick<RowChangeProps, 'price' | 'changeAs' | 'period' | 'attributes' | 'isPainted'>;

function KnownChange({ price, changeAs, period, isAfterHours, ...props }: KnownChangeProps) {
  const { percent, from } = props;
  const since = useSince({ ...props, isClose: period === 'close' });
  const span = isAfterHours ? 'afterHours' : period;
  const way = directionOf(percent);
  const exact = formatPercent(percent);
  const bound = changeAs === 'percent' ? boundOf(percent) : null;
  const shown = changeAs === 'percent' ? (bound ?? exact) : changeAmount(price, from);
  return (
    <ChangeButton
      className={styles.change}
      tabIndex={-1}
      data-part="change"
      data-way={way}
      data-wide={bound !== null || undefined}
      title={since && `${t(`row.change.${span}`, { change: exact })} · ${since}`}
    >
      {splitMessage(`row.change.${span}`, { change: shown }).map((part, index) =>
        index % 2 === 1 ? part : <PeriodText key={part} text={part} />,
      )}
    </ChangeButton>
  );
}

/** Shown in place of a percentage that does not fit; `null` if it fits. */
function boundOf(percent: Decimal): string | null {
  if (compareDecimals(percent, WIDEST) > 0) return `>${formatPercent(WIDEST)}`;
  return compareDecimals(percent, LOWEST) < 0 ? `<${formatPercent(LOWEST)}` : null;
}

/** The period of the change, for screen readers only. */
function PeriodText({ text }: { text: string | undefined }) {
  return text !== '' && <span className="visually-hidden">{text}</span>;
}

interface SinceProps extends Pick<KnownChangeProps, 'from' | 'time' | 'attributes' | 'isPainted'> {
  /** Whether the change starts at a market close. */
  isClose: boolean;
}

/** Starting price and time of the change; `undefined` in the first paint, which needs no tooltip. */
function useSince(props: SinceProps): string | undefined {
  const { isClose, attributes, time, isPainted } = props;
  const { mantissa, expo } = props.from;
  return useMemo(() => {
    if (!isPainted) return undefined;
    const price = formatPrice({ mantissa, expo }, { digits: 'row' }).text;
    if (isClose) return t('row.changeFromClose', { price, time: closeText(time, attributes) });
    return t('row.changeFrom', { price, time: dateFormat(TIME).format(toMilliseconds(time)) });
  }, [isPainted, isClose, attributes, mantissa, expo, time]);
}

/** In the market's time zone: `Nov 24, 4:00 PM ET`. */
function closeText(time: UnixSeconds, attributes: FeedAttributes | undefined): string {
  const timeZone = closeTimeZone(attributes, time);
  return dateFormat({
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    // The generic name of UTC is "GMT+0".
    timeZoneName: timeZone === 'UTC' ? 'short' : 'shortGeneric',
  }).format(toMilliseconds(time));
}

/** Says that past prices are being loaded, or why they cannot be. */
function Waiting({ period }: { period: ChangePeriod }) {
  const problem = useStored(historyPause)?.reason;
  const reason = problem ? serviceProblemWords(problem) : noChangeText('waiting');
  return <NoChangeMark period={period} reason={reason} />;
}

interface NoChangeMarkProps {
  period: ChangePeriod;
  reason: string;
  /** Before the dash. */
  mark?: string | null;
}

function NoChangeMark({ period, reason, mark = null }: NoChangeMarkProps) {
  const label = labelled(t(`period.${period}`), reason);
  return (
    <span
      className={styles.change}
      data-part="change"
      data-way="none"
      role="img"
      aria-label={label}
      title={label}
    >
      {mark === null ? '–' : `${mark} –`}
    </span>
  );
}

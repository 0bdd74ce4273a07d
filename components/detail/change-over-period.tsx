import { changeSince, type Change, type NoChange } from '@/lib/domain/history/change.ts';
import {
  chartStepSeconds,
  longestDelaySeconds,
  PERIOD_SECONDS,
  referenceTime,
} from '@/lib/domain/history/time-grid.ts';
import { isRolling, type ChartPeriod, type RollingPeriod } from '@/lib/domain/history/periods.ts';
import { writePastPrice } from '@/lib/domain/history/past-price.ts';
import type { Sample } from '@/lib/domain/history/sample.ts';
import { t, type PlainKey } from '@/lib/base/locale/t.ts';
import { direction, subtractDecimals } from '@/lib/domain/prices/arithmetic.ts';
import { toDecimal, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPercent, formatPrice } from '@/lib/domain/prices/format-price.ts';
import { references } from '@/lib/storage/values/history.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import { useClock } from '../shared/hooks/clock.ts';
import { useRequiredTrust } from '../shared/hooks/use-required-trust.ts';
import { useStoredPart } from '../shared/hooks/use-stored.ts';
import { ARROWS } from '../shared/arrows.ts';
import { timeText } from './time-text.ts';
import styles from './price-head.module.css';
import { readGap } from '@/lib/storage/history/gaps.ts';
import { useStoredHistory } from './use-stored-history.ts';

interface ChangeProps {
  id: string;
  period: ChartPeriod;
  price: StoredPrice;
  samples: readonly Sample[] | undefined;
}

const MINUTE_MS = 60_000;

/** Price change over a period, as a percentage and as an amount. */
export function ChangeOverPeriod(props: ChangeProps) {
  const { period } = props;
  return isRolling(period) ? (
    <ChangeSinceReference {...props} period={period} />
  ) : (
    <ChangeSince {...props} reference={null} />
  );
}

function ChangeSinceReference(props: ChangeProps & { period: RollingPeriod }) {
  const { id, period } = props;
  const reference = useStoredPart(references[period], (pastPrices) => pastPrices?.[id] ?? null);
  return <ChangeSince {...props} reference={reference} />;
}

interface ChangeSinceProps extends ChangeProps {
  /** The past price that the watchlist requested, a text of `writePastPrice`; `null`: none. */
  reference: string | null;
}

function ChangeSince({ id, period, price, samples, reference }: ChangeSinceProps) {
  const gap = useStoredHistory(id, period, readGapAtStart);
  const nowSeconds = useClock((nowMs) => Math.floor(nowMs / MINUTE_MS) * 60);
  const requiredTrust = useRequiredTrust();
  const now = toDecimal(price.price, price.expo);
  if (!now) return null;
  const since = (past: string | null): Change =>
    changeSince(now, { text: past, period, nowSeconds, requiredTrust });
  const known = since(reference);
  const time = referenceTime(period, nowSeconds);
  // The watchlist requests past prices for one period only. For others, use a sample of the chart.
  const sample = known.none === 'waiting' ? sampleAtStart(samples, period, nowSeconds) : undefined;
  const past = sample ? { ...sample, time } : gap && { time, gap };
  const change = known.none === 'waiting' && past ? since(writePastPrice(past)) : known;
  return change.none === undefined ? (
    <Known
      period={period}
      now={now}
      from={change.from}
      percent={change.percent}
      sinceSeconds={sample?.time ?? change.time}
    />
  ) : (
    <p className={styles.change} data-part="period-change">
      <b>–</b>
      <small>
        {t(`row.period.${period}`)} · {t(NO_CHANGE[change.none])}
      </small>
    </p>
  );
}

interface KnownProps {
  period: ChartPeriod;
  now: Decimal;
  from: Decimal;
  percent: Decimal;
  /** Start of the change. */
  sinceSeconds: UnixSeconds;
}

function Known({ period, now, from, percent, sinceSeconds }: KnownProps) {
  const directionName = direction(now, from);
  const amount = formatPrice(subtractDecimals(now, from), { digits: 'row', sign: 'always' }).text;
  return (
    <p
      className={styles.change}
      data-part="period-change"
      data-way={directionName}
      title={t('detail.change.since', { time: timeText(sinceSeconds) })}
    >
      <b>
        <span aria-hidden="true">{ARROWS[directionName]}</span>
        <span className="visually-hidden">
          {t(`detail.change.${directionName}.${period}`)}
        </span>{' '}
        <bdi dir="ltr">{formatPercent(percent)}</bdi>
      </b>
      <small>
        {t(`row.period.${period}`)} · <bdi dir="ltr">{amount}</bdi>
      </small>
    </p>
  );
}

const NO_CHANGE: Record<NoChange, PlainKey> = {
  'no-data': 'detail.change.none.noData',
  unknown: 'detail.change.none.unknown',
  'not-covered': 'detail.change.none.notCovered',
  closed: 'detail.change.none.closed',
  late: 'detail.change.none.late',
  early: 'detail.change.none.early',
  failed: 'detail.change.none.failed',
  unverified: 'detail.change.none.unverified',
  zero: 'detail.change.none.zero',
  waiting: 'detail.change.none.waiting',
};

/** The sample nearest to the start of the period. */
function sampleAtStart(
  samples: readonly Sample[] = [],
  period: ChartPeriod,
  nowSeconds: UnixSeconds,
): Sample | undefined {
  const { start, from, until } = spanOfStart(period, nowSeconds);
  const [nearest] = samples
    .filter(({ time }) => time >= from && time <= until)
    .toSorted((a, b) => Math.abs(a.time - start) - Math.abs(b.time - start));
  return nearest;
}

/** Why a feed has no price at the start of a period; `null` if it has one or that is unknown. */
function readGapAtStart(id: string, period: ChartPeriod, nowSeconds: UnixSeconds) {
  const { from, until } = spanOfStart(period, nowSeconds);
  return readGap(id, from, until);
}

/** When a price counts as the one at the start of a period. */
function spanOfStart(period: ChartPeriod, nowSeconds: UnixSeconds) {
  const start = nowSeconds - PERIOD_SECONDS[period];
  const from = start - chartStepSeconds(period);
  return { start, from, until: start + longestDelaySeconds(period) };
}

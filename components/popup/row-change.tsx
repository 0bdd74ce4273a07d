import './row-change.css';
import { useDeferredValue, useMemo } from 'react';
import type { Change, NoChange } from '@/lib/history/change.ts';
import { compareDecimals } from '@/lib/prices/arithmetic.ts';
import type { Decimal } from '@/lib/prices/decimal.ts';
import { formatPercent, formatPrice } from '@/lib/prices/format-price.ts';
import { historyPause } from '@/lib/storage/history.ts';
import { useChangePeriod } from '../use-changes.ts';
import { useStoredPart } from '../use-stored.ts';
import { momentText, PERIOD_WORDS } from './period-words.ts';

const ZERO: Decimal = { mantissa: 0n, expo: 0 };
// Wider would not fit a row; the whole figure is in the tooltip.
const WIDEST: Decimal = { mantissa: 999n, expo: 0 };

const WAYS = {
  '1': { name: 'up', arrow: '▲' },
  '0': { name: 'flat', arrow: '–' },
  '-1': { name: 'down', arrow: '▼' },
} as const;

const NO_CHANGE: Record<NoChange, string> = {
  'no-data': 'the price service has no price of that moment',
  unknown: 'the price service did not know this feed at that moment',
  closed: 'the market was closed at that moment, and there is no price of it',
  late: 'there is no price near that moment',
  unverified: 'the price of that moment is not verified',
  zero: 'the price was zero at that moment',
  waiting: 'the price of that moment is not known yet',
};

interface RowChangeProps {
  change: Change;
  /** Only proven figures count, and the price is none. */
  isRefused: boolean;
}

/** How a price changed over the period: arrow, sign and per cent; a dash where that is not known. */
export function RowChange({ change, isRefused }: RowChangeProps) {
  if (isRefused) return <NoChangeMark reason="the price is not verified" />;
  if (change.none === 'waiting') return <Waiting />;
  if (change.none !== undefined) return <NoChangeMark reason={NO_CHANGE[change.none]} />;
  return <KnownChange {...change} />;
}

interface KnownChangeProps {
  percent: Decimal;
  from: Decimal;
  moment: number;
}

function KnownChange({ percent, from, moment }: KnownChangeProps) {
  const words = PERIOD_WORDS[useChangePeriod()];
  const since = useSince(from, moment);
  const { name, arrow } = WAYS[`${compareDecimals(percent, ZERO)}`];
  const exact = formatPercent(percent);
  const isWide = compareDecimals(percent, WIDEST) > 0;
  return (
    <span
      className={`row-change ${name} ${isWide ? 'wide' : ''}`}
      title={`${exact} in ${words}${since}`}
    >
      <span aria-hidden="true">{arrow}</span> {isWide ? `>${formatPercent(WIDEST)}` : exact}
      <span className="visually-hidden"> in {words}</span>
    </span>
  );
}

/** Where the change began; nothing in the page's first picture, which need not wait for it. */
function useSince(from: Decimal, moment: number): string {
  const isPainted = useDeferredValue(true, false);
  const { mantissa, expo } = from;
  return useMemo(() => {
    if (!isPainted) return '';
    const price = formatPrice({ mantissa, expo }, { digits: 'row' }).text;
    return `: from ${price} on ${momentText(moment)}`;
  }, [isPainted, mantissa, expo, moment]);
}

function Waiting() {
  const trouble = useStoredPart(historyPause, (pause) => pause?.reason ?? null);
  return <NoChangeMark reason={trouble ?? NO_CHANGE.waiting} />;
}

function NoChangeMark({ reason }: { reason: string }) {
  const words = PERIOD_WORDS[useChangePeriod()];
  const label = `Change in ${words}: ${reason}`;
  return (
    <span className="row-change none" role="img" aria-label={label} title={label}>
      –
    </span>
  );
}

import type { HoldingsChange } from '@/lib/domain/holdings/change-holdings.ts';
import type { Uncounted } from '@/lib/domain/holdings/value-holdings.ts';
import { currencyLabel } from '@/lib/domain/currency/currency-label.ts';
import { first } from '@/lib/domain/holdings/ingredients.ts';
import { formatList } from '@/lib/base/locale/format.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import { ageMs, formatSpan } from '@/lib/domain/prices/age.ts';
import { splitPair } from '@/lib/domain/prices/feed-name.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useCorrectedClock } from '../shared/hooks/clock.ts';
import { useFeedNames } from '../shared/hooks/use-feed-names.ts';
import type { ShownValuation } from './use-valuation.ts';

interface WorthNote {
  tone: 'bad' | 'warn' | 'quiet';
  words: string;
}

// Any further names are only counted.
const MOST_NAMES = 3;

/** What a total lacks, the most important first; `null` if it is complete and current. */
export function useWorthNote(
  worth: ShownValuation | null,
  change: HoldingsChange | null,
): WorthNote | null {
  const nameOf = useFeedNames();
  const { counted = [], uncounted = [] } = worth?.valuation ?? {};
  const stale = counted.filter(({ flaws }) => flaws.stale.length > 0);
  const oldest = first(stale.flatMap(({ publishTime }) => publishTime ?? []));
  const age = useCorrectedClock((nowMs) =>
    oldest === null ? '' : formatSpan(ageMs(oldest, nowMs)),
  );
  if (uncounted.length > 0) {
    const isBad = uncounted.some(({ none }) => none === 'failed' || none === 'unproven');
    const names = uncounted.map(({ feedId }) => splitPair(nameOf(feedId))[0]);
    return {
      tone: isBad ? 'bad' : 'warn',
      words: t('holdings.without', { names: shortList(names) }),
    };
  }
  if (stale.length > 0) {
    return { tone: 'warn', words: t('holdings.old', { count: stale.length, age }) };
  }
  const count = change?.without.length ?? 0;
  return count === 0 ? null : { tone: 'quiet', words: t('holdings.withoutChange', { count }) };
}

function shortList(names: readonly string[]): string {
  if (names.length <= MOST_NAMES) return formatList(names, 'conjunction');
  const count = names.length - MOST_NAMES + 1;
  return formatList(
    [...names.slice(0, MOST_NAMES - 1), t('common.more', { count })],
    'conjunction',
  );
}

/** Why a holding does not count, in the words of the list for a problem of its own feed. */
export function noValueWords(
  { feedId, none, at }: Uncounted,
  nameOf: (id: FeedId) => string,
  currency: string,
): string {
  const own = (words: string): string => (at === feedId ? words : labelled(nameOf(at), words));
  switch (none) {
    case 'waiting':
      return t('holdings.waitingFor', { symbol: nameOf(at) });
    case 'failed':
      return own(t('proof.state.failed'));
    case 'unproven':
      return own(t('proof.state.unchecked'));
    case 'unknown':
      return own(t('row.notOffered'));
    case 'not-covered':
      return own(t('row.mark.noAccess'));
    case 'no-route':
      return t('holdings.noRoute', { currency: currencyLabel(currency) });
    case 'no-money':
    case 'beyond':
      return t('holdings.noMoney');
    default:
      return own(t('row.noPrice'));
  }
}

import { feedOf, subjectOf } from '@/lib/domain/holdings/subject.ts';
import { waitsForWords } from '@/lib/domain/alerts/text/waits-for-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { useFeedNames } from '../shared/hooks/use-feed-names.ts';
import { useLatestPrice } from '../shared/hooks/use-latest-price.ts';
import { useStoredPart } from '../shared/hooks/use-stored.ts';
import { useCalculated, type Calculated } from './use-calculated.ts';
import { useNamedSubject } from './use-named-subject.ts';
import { useMemo } from 'react';
import type { AlertPrice } from '@/lib/domain/alerts/model/price.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useCondition } from '../shared/hooks/use-condition.ts';

/** Names, latest price or value, and why the value does not count. */
export function useSubject(id: string) {
  const named = useNamedSubject(id);
  const quoted = useAlertPrice(feedOf(id) ?? '', named.attributes);
  const calculated = useCalculated(id);
  const waitsFor = useWaitsFor(calculated);
  const paused = usePaused(id, calculated, named.isFollowed);
  const latest = subjectOf(id).kind === 'feed' ? quoted : (calculated?.check.latest ?? null);
  return { ...named, latest, waitsFor, paused };
}

function useWaitsFor(calculated: Calculated | null): string | null {
  const nameOf = useFeedNames();
  if (!calculated?.waitsFor) return null;
  return waitsForWords(calculated.waitsFor, { nameOf, currency: calculated.basket.currency });
}

/** Why an alert is not checked at all, as text; `null` if it is. */
function usePaused(id: string, calculated: Calculated | null, isFollowed: boolean): string | null {
  const subject = subjectOf(id);
  const groupId = subject.kind === 'total' ? subject.groupId : null;
  const isGone = useStoredPart(
    groups,
    (all) => groupId !== null && all !== undefined && all.every((group) => group.id !== groupId),
  );
  if (!isFollowed) return t('alertState.notOnWatchlist');
  if (isGone) return t('alertState.noGroup');
  if (!calculated || calculated.basket.positions.length > 0) return null;
  return subject.kind === 'holding' || subject.kind === 'total' ? t('alertState.noHoldings') : null;
}

/** The latest price in the format that alerts check. */
function useAlertPrice(feedId: FeedId, attributes: Record<string, string>): AlertPrice | null {
  const price = useLatestPrice(feedId)?.price;
  const condition = useCondition(attributes, price);
  return useMemo(
    () =>
      price ? { ...price, marketOpen: condition !== 'closed', stale: condition === 'stale' } : null,
    [price, condition],
  );
}

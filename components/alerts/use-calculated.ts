import { useMemo } from 'react';
import { checkBasket, type WorthCheck } from '@/lib/domain/alerts/engine/worth-check.ts';
import { subjectOf } from '@/lib/domain/holdings/subject.ts';
import { basketOf, type Basket, type Sources } from '@/lib/domain/holdings/basket.ts';
import type { FeedFacts } from '@/lib/domain/holdings/ingredients.ts';
import { conditionOf } from '@/lib/domain/prices/condition.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { currencyFeeds } from '@/lib/storage/values/currency.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { failedChecks, lastAskedAt, missingFeeds } from '@/lib/storage/values/prices.ts';
import { isProven } from '@/lib/domain/prices/stored-price.ts';
import { staleLimitSeconds } from '@/lib/storage/values/settings.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { clockSkewMs, useMinute } from '../shared/hooks/clock.ts';
import { useQuotedStore } from '../shared/hooks/use-latest-price.ts';
import { usePriceChanges } from '../shared/hooks/use-price-changes.ts';
import { useSignatures } from '../shared/hooks/use-signatures.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

/** A calculated figure in the format that alerts check. */
export interface Calculated extends WorthCheck {
  basket: Basket;
}

/** `null` for a feed's price, and until everything has been read. */
export function useCalculated(id: string): Calculated | null {
  const sources = useSources();
  const basket = useMemo(() => {
    const subject = subjectOf(id);
    return subject.kind === 'feed' || !sources ? null : basketOf(subject, sources);
  }, [id, sources]);
  const nowMs = useMinute() * 1_000;
  const factOf = useFacts(basket, sources);
  if (!basket) return null;
  const facts = new Map(basket.feedIds.map((feedId) => [feedId, factOf(feedId)]));
  const occasion = { id, isAnswer: true, at: nowMs, trueAt: nowMs - clockSkewMs() };
  return { ...checkBasket(basket, facts, occasion), basket };
}

function useSources(): Sources | null {
  const held = useStored(holdings);
  const ids = useStored(watchlist);
  const named = useStored(groups);
  const attributes = useStored(followedFeeds);
  const feeds = useStored(currencyFeeds);
  return useMemo(
    () =>
      held && ids && named && attributes && feeds
        ? { holdings: held, watchlist: ids, groups: named, attributes, feeds }
        : null,
    [held, ids, named, attributes, feeds],
  );
}

/** Re-renders when a price changes. */
function useFacts(basket: Basket | null, sources: Sources | null): (id: FeedId) => FeedFacts {
  const store = useQuotedStore();
  usePriceChanges(store, basket?.feedIds ?? []);
  const failed = useStored(failedChecks);
  const missing = useStored(missingFeeds);
  const lastAskedAtMs = useStored(lastAskedAt) ?? 0;
  const limitSeconds = useStored(staleLimitSeconds) ?? staleLimitSeconds.fallback;
  const mode = useSignatures();
  const nowMs = useMinute() * 1_000;
  return (id) => {
    const price = store.read(id)?.price;
    const condition = conditionOf({
      attributes: sources?.attributes[id],
      price,
      lastAskedAtMs,
      limitSeconds,
      nowMs,
      skewMs: clockSkewMs(),
    });
    const proven = price !== undefined && isProven(price);
    return {
      price: mode === 'require' && !proven ? undefined : price,
      missing: missing?.[id],
      failed: failed?.[id],
      isClosed: condition === 'closed',
      isStale: condition === 'stale',
      isProven: proven,
    };
  };
}

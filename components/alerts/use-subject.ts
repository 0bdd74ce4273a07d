import { feedOf, subjectOf } from '@/lib/domain/holdings/subject.ts';
import { styleOf } from '@/lib/domain/alerts/text/figure-style.ts';
import { subjectName, subjectTitle } from '@/lib/domain/alerts/text/subject-words.ts';
import { waitsForWords } from '@/lib/domain/alerts/text/waits-for-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { amountsHidden, holdings } from '@/lib/storage/values/holdings.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { NO_ATTRIBUTES, useFeed } from '../shared/hooks/use-feed.ts';
import { useFeedNames } from '../shared/hooks/use-feed-names.ts';
import {
  useLatestPrice,
  useQuotedStore,
  type PriceStore,
} from '../shared/hooks/use-latest-price.ts';
import { useStored, useStoredPart, useAllStored } from '../shared/hooks/use-stored.ts';
import { useMemo, useEffect, useReducer } from 'react';
import type { AlertPrice } from '@/lib/domain/alerts/model/price.ts';
import { type FeedId, toMilliseconds } from '@/lib/base/units.ts';
import { faultOf, type Fault } from '@/lib/domain/market/price-state.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { isProven } from '@/lib/domain/prices/stored-price.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { useCorrectedClock, useMinute } from '../shared/hooks/clock.ts';
import { useFailedCheck } from '../shared/hooks/use-failed-check.ts';
import { useRequiredTrust, marketAt, useMarketSettings } from '../shared/hooks/use-market.ts';
import { useStanding } from '../shared/hooks/use-standing.tsx';
import { useCondition } from '../shared/hooks/use-condition.ts';
import { checkBasket, type WorthCheck } from '@/lib/domain/alerts/engine/worth-check.ts';
import { basketOf, type Basket } from '@/lib/domain/holdings/basket.ts';
import { alertFactsIn } from '@/lib/domain/market/trading.ts';
import { leaving, trueMs } from '@/lib/domain/market/market.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';

/** Names, latest price or value, and why the value does not count. */
export function useSubject(id: string) {
  const named = useNamedSubject(id);
  const quoted = useAlertPrice(feedOf(id) ?? '', named.attributes);
  const calculated = useCalculated(id);
  const waitsFor = useWaitsFor(calculated);
  const paused = usePaused(id, calculated, named.isFollowed);
  const fault = useFault(id, named.attributes);
  const latest = subjectOf(id).kind === 'feed' ? quoted : (calculated?.check.latest ?? null);
  return { ...named, latest, basket: calculated?.basket ?? null, waitsFor, fault, paused };
}

/** What an alert is about, in words. */
export function useNamedSubject(id: string) {
  const feed = useFeed(feedOf(id) ?? '');
  const areHidden = useStored(amountsHidden) ?? true;
  const naming = { nameOf: () => feed?.name ?? '', groups: useStored(groups) ?? [] };
  return {
    /** Name for headings. */
    title: subjectTitle(id, naming),
    /** Name at the start of a sentence about an event. */
    name: subjectName(id, naming),
    style: styleOf(id, areHidden),
    attributes: feed?.attributes ?? NO_ATTRIBUTES,
    /** Always true for a total. */
    isFollowed: feedOf(id) === null || (feed?.isFollowed ?? true),
  };
}

function useWaitsFor(calculated: Calculated | null): string | null {
  const nameOf = useFeedNames();
  const store = useQuotedStore();
  const attributes = useStored(followedFeeds);
  const missing = useStored(missingFeeds);
  const words = useCorrectedClock((nowMs) => {
    if (!calculated?.waitsFor) return '';
    const { at } = calculated.waitsFor;
    const publishTime = store.read(at)?.price.publishTime;
    const schedule = parseSchedule(attributes?.[at]);
    const circumstances = { publishTime, schedule, nowMs, missing: missing?.[at] };
    const { currency } = calculated.basket;
    return waitsForWords(calculated.waitsFor, { nameOf, currency, circumstances });
  });
  return words === '' ? null : words;
}

/** What is wrong with a feed's price, as the list shows it. */
function useFault(id: string, attributes: FeedAttributes): Fault | null {
  const price = useLatestPrice(id)?.price;
  const condition = useCondition(attributes, price);
  const missing = useFeed(id)?.missing;
  const hasFailed = useFailedCheck(id) !== null;
  const isUnproven = useRequiredTrust() !== null && !isProven(price);
  const { isCurrent, status } = useStanding();
  if (subjectOf(id).kind !== 'feed') return null;
  const fault = faultOf({ missing, hasFailed, isUnproven, condition });
  return fault ?? (isCurrent || status.code === 'connecting' ? null : 'stale');
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

/** A calculated figure in the format that alerts check. */
interface Calculated extends WorthCheck {
  basket: Basket;
}

const ITEMS = { holdings, watchlist, groups };

/** `null` for a feed's price, and until everything has been read. Follows the prices. */
function useCalculated(id: string): Calculated | null {
  const store = useQuotedStore();
  const settings = useMarketSettings();
  const lists = useAllStored(ITEMS);
  const basket = useMemo(() => {
    const subject = subjectOf(id);
    if (subject.kind === 'feed' || !lists || !settings) return null;
    const { attributes, currencyFeeds: feeds } = settings;
    return basketOf(subject, { ...lists, attributes, feeds });
  }, [id, lists, settings]);
  const nowMs = toMilliseconds(useMinute());
  usePriceChanges(store, basket?.feedIds ?? []);
  if (!basket || !settings) return null;
  const market = marketAt(settings, store, nowMs);
  const facts = alertFactsIn(leaving(market), basket.feedIds);
  const occasion = { id, isAnswer: true, at: nowMs, trueAt: trueMs(market) };
  return { ...checkBasket(basket, facts, occasion), basket };
}

function usePriceChanges(store: PriceStore, ids: readonly FeedId[]): void {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const idList = ids.join();
  useEffect(() => {
    const all = idList === '' ? [] : idList.split(',');
    const stops = all.map((id) => store.subscribe(id, renderAgain));
    // A price may have come since the render.
    if (all.length > 0) renderAgain();
    return () => {
      for (const stop of stops) stop();
    };
  }, [store, idList]);
}

import type { Standing } from '@/lib/domain/connection/status.ts';
import { feedOf } from '@/lib/domain/holdings/subject.ts';
import { alertMarks } from '@/lib/storage/values/alert-marks.ts';
import { areUnsignedCandlesShown, candleLines } from '@/lib/storage/values/candles.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { references, sparklines } from '@/lib/storage/values/history.ts';
import { holdings, valuesShown } from '@/lib/storage/values/holdings.ts';
import { failedChecks, missingFeeds } from '@/lib/storage/values/prices.ts';
import { listView, rowNames } from '@/lib/storage/values/view.ts';
import { useAfterPaint } from '../../shared/hooks/after-paint.ts';
import { useMinute } from '../../shared/hooks/clock.ts';
import { useBadgeFeed } from '../../shared/hooks/use-badge-feed.ts';
import { useChangePeriod } from '../../shared/hooks/use-change-period.ts';
import { useShownConversion } from '../../shared/hooks/use-conversion.ts';
import { useIsWide } from '../../shared/hooks/use-is-wide.ts';
import { useRequiredTrust } from '../../shared/hooks/use-market.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { useRoute } from '../../shared/route.ts';
import type { ShownFeeds } from '../list/use-shown-feeds.ts';

const NO_ATTRIBUTES: Record<string, string> = {};

/** The props shared by rows. Stored values are read once for all rows. */
export function useRowProps({ status, isCurrent }: Standing, feeds: ShownFeeds | undefined) {
  const currentId = useCurrentFeed(feeds?.byHand[0]);
  const conversion = useShownConversion();
  const badgeId = useBadgeFeed();
  const attributes = useStored(followedFeeds);
  const names = useStored(rowNames);
  const missing = useStored(missingFeeds);
  const marks = useStored(alertMarks);
  const period = useChangePeriod();
  const pastPrices = useStored(references[period]);
  const sparks = useStored(sparklines);
  const lines = useStored(candleLines);
  const areCandlesAllowed = useStored(areUnsignedCandlesShown) ?? false;
  const requiredTrust = useRequiredTrust();
  const failed = useStored(failedChecks);
  const held = useStored(holdings);
  const areValuesShown = useStored(valuesShown) ?? false;
  const { showsConfidence, changeAs } = useStored(listView) ?? listView.fallback;
  const minuteSeconds = useMinute();
  // Prices first: row actions and past prices render right after the first paint.
  const isPainted = useAfterPaint();
  if (!feeds || !attributes || !names) return null;
  const mayShowCandles = requiredTrust === null || areCandlesAllowed;
  return (id: string) => ({
    attributes: attributes[id] ?? NO_ATTRIBUTES,
    ownName: names[id],
    isBadge: id === badgeId,
    isCurrent: id === currentId,
    isMovable: feeds.sort === 'hand',
    isPainted,
    // Report once, not in each row, that the whole list was rejected or has no updates.
    missing:
      status.code === 'refused' && missing?.[id] === 'not-covered' ? undefined : missing?.[id],
    isQuiet: !isCurrent,
    mark: marks?.[id] ?? null,
    period,
    pastPrice: conversion ? conversion.pastPrice(id, pastPrices) : (pastPrices?.[id] ?? null),
    spark: conversion ? conversion.spark(id, sparks, requiredTrust) : (sparks?.[id] ?? null),
    candleLine: !conversion && mayShowCandles ? (lines?.[id] ?? null) : null,
    currency: conversion?.routeOf(id) ? conversion.currency : null,
    failure: failed?.[id]?.reason ?? null,
    showsValue: areValuesShown && isPainted && held !== undefined && Object.hasOwn(held, id),
    showsConfidence,
    changeAs,
    requiredTrust,
    minuteSeconds,
  });
}

/** The feed displayed beside the list; `undefined` if none is. */
function useCurrentFeed(first: string | undefined): string | undefined {
  const route = useRoute();
  if (!useIsWide()) return undefined;
  if (route.view === 'feed') return route.id;
  if (route.view === 'new-alert') return feedOf(route.id) ?? undefined;
  return route.view === 'list' ? first : undefined;
}

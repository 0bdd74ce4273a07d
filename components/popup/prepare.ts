import { readFirstPaint } from '@/lib/storage/first-paint.ts';
import { alertMarks } from '@/lib/storage/alert-marks.ts';
import { followedFeeds } from '@/lib/storage/catalogue.ts';
import { clockSkew } from '@/lib/storage/clock.ts';
import { connectionState } from '@/lib/storage/connection.ts';
import { references, sparklines } from '@/lib/storage/history.ts';
import { failedChecks, lastAskedAt, missingFeeds } from '@/lib/storage/prices.ts';
import { appearance, signatures, staleLimitSeconds } from '@/lib/storage/settings.ts';
import { groups, listView, rowNames } from '@/lib/storage/view.ts';
import { badgeFeedId, watchlist } from '@/lib/storage/watchlist.ts';
import { trustInForce } from '@/lib/storage/trust-in-force.ts';
import { applyAppearance } from '../hooks/appearance.ts';
import { createPriceStore, type PriceStore } from '../hooks/use-latest-price.ts';
import { followStored, primeStored } from '../hooks/use-stored.ts';

// Items to listen to before the first read, so that no change is missed and nothing is read twice.
// Past prices are not listed: only the chosen period is needed, and it is not known yet.
const FIRST_ITEMS = [
  appearance,
  watchlist,
  groups,
  listView,
  rowNames,
  sparklines,
  badgeFeedId,
  alertMarks,
  followedFeeds,
  staleLimitSeconds,
  signatures,
  connectionState,
  lastAskedAt,
  clockSkew,
  missingFeeds,
  failedChecks,
  trustInForce,
];

/** Reads everything that the first render shows, so that the first paint is complete. */
export async function preparePopup(): Promise<PriceStore> {
  const prices = createPriceStore();
  followStored(FIRST_ITEMS);
  const first = await readFirstPaint();
  applyAppearance(first.appearance);
  primeStored(appearance, first.appearance);
  primeStored(watchlist, first.watchlist);
  primeStored(groups, first.groups);
  primeStored(listView, first.listView);
  primeStored(rowNames, first.rowNames);
  primeStored(references[first.listView.changePeriod], first.references);
  primeStored(sparklines, first.sparklines);
  primeStored(badgeFeedId, first.badgeFeedId);
  primeStored(alertMarks, first.alertMarks);
  primeStored(followedFeeds, first.followedFeeds);
  primeStored(staleLimitSeconds, first.staleLimitSeconds);
  primeStored(signatures, first.signatures);
  primeStored(connectionState, first.connectionState);
  primeStored(lastAskedAt, first.lastAskedAt);
  primeStored(clockSkew, first.clockSkew);
  primeStored(missingFeeds, first.missingFeeds);
  primeStored(failedChecks, first.failedChecks);
  primeStored(trustInForce, first.trust);
  prices.prime(first.prices, first.trust);
  return prices;
}

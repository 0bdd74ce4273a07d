import { browser } from 'wxt/browser';
import { latestPricesIn } from './latest-prices.ts';
import { alertMarks, type AlertMark } from './alert-marks.ts';
import type { ClockSkew } from '../prices/clock-skew.ts';
import { followedFeeds } from './catalogue.ts';
import { clockSkew } from './clock.ts';
import { connectionState, type ConnectionState } from './connection.ts';
import { references, sparklines } from './history.ts';
import {
  failedChecks,
  lastAskedAt,
  lastKnownPrices,
  missingFeeds,
  underTrust,
  type FailedCheck,
  type MissingReason,
  type StoredPrice,
} from './prices.ts';
import { trustFingerprint } from '../signed-updates/trust-fingerprint.ts';
import {
  appearance,
  signatures,
  staleLimitSeconds,
  trustSettings,
  type Appearance,
  type Signatures,
} from './settings.ts';
import { groups, listView, rowNames, type Group, type ListView } from './view.ts';
import { badgeFeedId, watchlist } from './watchlist.ts';

/** All that the popup's first picture shows. */
export interface FirstPaint {
  appearance: Appearance;
  watchlist: string[];
  groups: Group[];
  listView: ListView;
  rowNames: Record<string, string>;
  /** Of the period that is shown. */
  references: Record<string, string>;
  sparklines: Record<string, string>;
  badgeFeedId: string | null;
  alertMarks: Record<string, AlertMark>;
  followedFeeds: Record<string, Record<string, string>>;
  staleLimitSeconds: number;
  signatures: Signatures;
  /** The fingerprint of the trust in force. */
  trust: string;
  connectionState: ConnectionState;
  lastAskedAt: number;
  clockSkew: ClockSkew;
  missingFeeds: Record<string, MissingReason>;
  failedChecks: Record<string, FailedCheck>;
  /** This session's prices, else those of an earlier one, by feed id. */
  prices: Map<string, StoredPrice>;
}

const LOCAL_ITEMS = [
  appearance,
  watchlist,
  groups,
  listView,
  rowNames,
  // All periods: which one is shown is known only with the view.
  ...Object.values(references),
  sparklines,
  badgeFeedId,
  alertMarks,
  followedFeeds,
  staleLimitSeconds,
  signatures,
  trustSettings,
  lastKnownPrices,
];

/** Reads all of it at once, so that the popup's first picture is whole. */
export async function readFirstPaint(): Promise<FirstPaint> {
  const [local, session] = await Promise.all([
    browser.storage.local.get<Record<string, unknown>>(LOCAL_ITEMS.map(({ key }) => key)),
    // All of it: which prices are wanted is known only with the watchlist.
    browser.storage.session.get<Record<string, unknown>>(null),
  ]);
  const ids = watchlist.parse(local[watchlist.key]);
  const view = listView.parse(local[listView.key]);
  const shownReferences = references[view.changePeriod];
  const lastKnown = Object.entries(lastKnownPrices.parse(local[lastKnownPrices.key]));
  const trust = await trustFingerprint(trustSettings.parse(local[trustSettings.key]));
  return {
    appearance: appearance.parse(local[appearance.key]),
    watchlist: ids,
    groups: groups.parse(local[groups.key]),
    listView: view,
    references: shownReferences.parse(local[shownReferences.key]),
    sparklines: sparklines.parse(local[sparklines.key]),
    rowNames: rowNames.parse(local[rowNames.key]),
    badgeFeedId: badgeFeedId.parse(local[badgeFeedId.key]),
    alertMarks: alertMarks.parse(local[alertMarks.key]),
    followedFeeds: followedFeeds.parse(local[followedFeeds.key]),
    staleLimitSeconds: staleLimitSeconds.parse(local[staleLimitSeconds.key]),
    signatures: signatures.parse(local[signatures.key]),
    trust,
    connectionState: connectionState.parse(session[connectionState.key]),
    lastAskedAt: lastAskedAt.parse(session[lastAskedAt.key]),
    clockSkew: clockSkew.parse(session[clockSkew.key]),
    missingFeeds: missingFeeds.parse(session[missingFeeds.key]),
    failedChecks: failedChecks.parse(session[failedChecks.key]),
    prices: new Map([
      ...lastKnown.map(([id, price]) => [id, underTrust(price, trust)] as const),
      ...latestPricesIn(session, ids, trust),
    ]),
  };
}

import { unixMilliseconds } from '../base/unit-schemas.ts';
import { z } from '../base/zod.ts';
import { alertMarksSchema } from '../domain/alerts/model/mark.ts';
import { badgeTurnSchema, badgeViewSchema } from '../domain/watchlist/badge.ts';
import {
  attributesSchema,
  catalogueSchema,
  catalogueStatusSchema,
} from '../domain/watchlist/catalogue.ts';
import { currencyFeedsSchema, displayCurrencySchema } from '../domain/currency/currency-feed.ts';
import { clockSkewSchema } from '../domain/prices/clock-shape.ts';
import {
  connectionStateSchema,
  leanStreamSchema,
  pollingSchema,
  requestBudgetsSchema,
} from '../domain/connection/state.ts';
import { activeServiceSchema, serviceHealthSchema } from '../domain/connection/service-health.ts';
import { holdingsSchema } from '../domain/holdings/holding.ts';
import { historyPauseSchema, historyStoredSchema, wantedSchema } from '../domain/history/wanted.ts';
import {
  failedCheckSchema,
  missingReasonSchema,
  storedPriceSchema,
} from '../domain/prices/stored-price.ts';
import {
  appearanceSchema,
  backgroundUpdatesSchema,
  servicesSchema,
  signaturesSchema,
  staleLimitSchema,
  trustSchema,
} from '../domain/settings.ts';
import {
  groupsSchema,
  listViewSchema,
  rowNamesSchema,
  welcomeSchema,
} from '../domain/watchlist/view.ts';
import { badgeFeedSchema, watchlistSchema } from '../domain/watchlist/shape.ts';

/** The schemas that pages load only when they need one, see `loadSchemas`. */
export const SCHEMAS = {
  activeService: activeServiceSchema,
  alertMarks: alertMarksSchema,
  appearance: appearanceSchema,
  backgroundUpdates: backgroundUpdatesSchema,
  badgeFeed: badgeFeedSchema,
  badgeTurn: badgeTurnSchema,
  badgeView: badgeViewSchema,
  catalogue: catalogueSchema,
  catalogueStatus: catalogueStatusSchema,
  clockSkew: clockSkewSchema,
  connectionState: connectionStateSchema,
  currencyFeeds: currencyFeedsSchema,
  displayCurrency: displayCurrencySchema,
  failedChecks: z.record(z.string(), failedCheckSchema),
  flag: z.boolean(),
  followedFeeds: z.record(z.string(), attributesSchema),
  groups: groupsSchema,
  historyPause: historyPauseSchema,
  historyStored: historyStoredSchema,
  historyWanted: z.nullable(wantedSchema),
  holdings: holdingsSchema,
  lastKnown: z.record(z.string(), storedPriceSchema),
  leanStream: leanStreamSchema,
  listView: listViewSchema,
  missingFeeds: z.record(z.string(), missingReasonSchema),
  polling: pollingSchema,
  price: storedPriceSchema,
  requestBudgets: requestBudgetsSchema,
  rowNames: rowNamesSchema,
  serviceHealth: serviceHealthSchema,
  services: servicesSchema,
  signatures: signaturesSchema,
  staleLimit: staleLimitSchema,
  text: z.string(),
  texts: z.record(z.string(), z.string()),
  time: unixMilliseconds,
  trust: trustSchema,
  unseenNewsSince: z.nullable(z.string()),
  watchlist: watchlistSchema,
  welcome: welcomeSchema,
};
export type Schemas = typeof SCHEMAS;

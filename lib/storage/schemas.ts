import { unixMilliseconds } from '../unit-schemas.ts';
import { z } from '../zod.ts';
import { alertMarksSchema } from './schemas/alert-marks.ts';
import { badgeTurnSchema, badgeViewSchema } from './schemas/badge.ts';
import { attributesSchema, catalogueSchema, catalogueStatusSchema } from './schemas/catalogue.ts';
import { currencyFeedsSchema, displayCurrencySchema } from './schemas/currency.ts';
import { clockSkewSchema } from './schemas/clock.ts';
import {
  connectionStateSchema,
  leanStreamSchema,
  pollingSchema,
  requestBudgetsSchema,
} from './schemas/connection.ts';
import { activeServiceSchema, serviceHealthSchema } from './schemas/failover.ts';
import { holdingsSchema } from './schemas/holdings.ts';
import { historyPauseSchema, historyStoredSchema, wantedSchema } from './schemas/history.ts';
import { failedCheckSchema, missingReasonSchema, storedPriceSchema } from './schemas/prices.ts';
import {
  appearanceSchema,
  backgroundUpdatesSchema,
  servicesSchema,
  signaturesSchema,
  staleLimitSchema,
  trustSchema,
} from './schemas/settings.ts';
import { groupsSchema, listViewSchema, rowNamesSchema, welcomeSchema } from './schemas/view.ts';
import { badgeFeedSchema, watchlistSchema } from './schemas/watchlist.ts';

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

import { followedFeeds } from './values/catalog.ts';
import { currencyFeeds, displayCurrency } from './values/currency.ts';
import { failedChecks, missingFeeds } from './values/prices.ts';
import { areSamplesShown } from './values/samples.ts';
import { signatures, staleLimitSeconds } from './values/settings.ts';

/** The stored values of `MarketSettings`, without the trust in force. */
export const MARKET_ITEMS = {
  attributes: followedFeeds,
  limitSeconds: staleLimitSeconds,
  mode: signatures,
  areSamplesShown,
  missing: missingFeeds,
  failed: failedChecks,
  currency: displayCurrency,
  currencyFeeds,
};

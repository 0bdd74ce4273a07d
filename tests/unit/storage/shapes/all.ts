import { BTC, ETH } from '../../background/feeds.ts';
import * as alerts from './alerts.ts';
import * as connection from './connection.ts';
import * as diagnostics from './diagnostics.ts';
import * as history from './history.ts';
import * as lists from './lists.ts';
import * as prices from './prices.ts';
import * as settings from './settings.ts';

/**
 * An example of each version of each stored value, from version 1 to the current one. All have the
 * same content, so each must read like the last one. Examples of released versions are frozen,
 * because users have such values stored. A changed schema needs another example at the end, and a
 * migration to it.
 */
export const SHAPES: Readonly<Record<string, readonly unknown[]>> = {
  'local:absences': [alerts.ABSENCES_1, alerts.ABSENCES_2],
  'local:alertMarks': [alerts.ALERT_MARKS],
  'local:alertSettings': [alerts.ALERT_SETTINGS],
  'local:alertStates': [alerts.ALERT_STATES_1, alerts.ALERT_STATES_2, alerts.ALERT_STATES_3],
  'local:alerts': [
    [...alerts.ALERT_RULES_1, ...alerts.CALCULATED_RULES_1],
    [...alerts.ALERT_RULES_2, ...alerts.CALCULATED_RULES_2],
  ],
  'local:alertsToConfirm': [['0ff0b2d4-0000-4000-8000-000000000001']],
  'local:amountsHidden': [true],
  'local:appearance': [settings.APPEARANCE],
  'local:areCandlesticksDrawn': [true],
  'local:areSamplesShown': [true],
  'local:areUnsignedCandlesShown': [true],
  'local:backgroundUpdates': [settings.BACKGROUND_UPDATES],
  'local:badgeFeed': [lists.BADGE_FEED],
  'local:badgeView': [settings.BADGE_VIEW_1, settings.BADGE_VIEW_2],
  'local:candleLines': [{ [BTC]: '1794913600 -2 6431200,12,-40' }],
  'local:catalogue': [lists.CATALOG],
  'local:catalogueService': ['hermes'],
  'local:catalogueStatus': [lists.CATALOG_STATUS_1, lists.CATALOG_STATUS_2],
  'local:chosenCurrencyFeeds': [{ VED: { id: 'b'.repeat(64), isInverse: true } }],
  'local:connection': [settings.SERVICES_1, settings.SERVICES_2],
  'local:currencyFeeds': [{ EUR: { id: 'a'.repeat(64), isInverse: false }, VED: null }, {}],
  'local:displayCurrency': ['EUR'],
  'local:feedNamings': [lists.FEED_NAMINGS, lists.FEED_NAMINGS],
  'local:firings': [alerts.FIRINGS_1, alerts.FIRINGS_2],
  'local:followedFeeds': [lists.FOLLOWED_FEEDS, lists.FOLLOWED_FEEDS],
  'local:groups': [lists.GROUPS],
  'local:historyServices': [settings.HISTORY_SERVICES],
  'local:holdings': [lists.HOLDINGS],
  'local:journal': [diagnostics.JOURNAL_1, diagnostics.JOURNAL_2, diagnostics.JOURNAL_2],
  'local:lastKnown': [prices.LAST_KNOWN_1, prices.LAST_KNOWN_2],
  'local:listView': [lists.LIST_VIEW],
  'local:outbox': [
    [
      {
        id: 'notification|x|a.1|a.1',
        title: 'BTC/USD rose above 82,000',
        text: '82,010.25',
        addedAt: 1_795_000_000_000,
        attempts: 1,
        nextAt: null,
        problem: { code: 'status', status: 404 },
      },
    ],
  ],
  'local:receipts': [alerts.FIRING_PROOFS_1, alerts.FIRING_PROOFS_2],
  'local:receiver': [{ isOn: true, kind: 'ntfy', address: 'https://ntfy.example/topic', chat: '' }],
  'local:references1h': [history.REFERENCES],
  'local:references24h': [history.REFERENCES],
  'local:references7d': [history.REFERENCES],
  'local:referencesclose': [history.REFERENCES],
  'local:referencestoday': [history.REFERENCES],
  'local:requestBudget': [connection.REQUEST_BUDGETS_1, connection.REQUEST_BUDGETS_2],
  'local:rowNames': [lists.ROW_NAMES],
  'local:signatures': [settings.SIGNATURES],
  'local:singleKeys': [false],
  'local:sparklines': [history.SPARKLINES],
  'local:staleLimitSeconds': [settings.STALE_LIMIT_SECONDS],
  'local:storedService': [connection.STORED_SERVICE],
  'local:trust': [settings.TRUST],
  'local:unseenNewsSince': ['0.1.0'],
  'local:valuesShown': [true],
  'local:watchlist': [lists.WATCHLIST],
  'local:welcome': ['open'],
  'session:activeService': [connection.ACTIVE_SERVICE],
  'session:alertReach': [alerts.ALERT_REACH],
  'session:badgeTurn': [{ turn: 7, since: 1_795_000_000_000 }],
  'session:candleBudget': [
    { sentAt: [1_795_000_000_000], pausedUntil: 1_795_000_060_000, isReduced: true },
  ],
  'session:candleFeeds': [
    {
      [BTC]: { symbol: 'Crypto.BTC/USD', problem: null },
      [ETH]: { symbol: null, problem: 'none' },
    },
  ],
  'session:candlesStoredAt': [1_795_000_000_000],
  'session:catalogueCheckedAt': [1_795_000_000_000],
  'session:clockSkew': [connection.CLOCK_SKEW],
  'session:connectionMemory': [connection.CONNECTION_MEMORY],
  'session:connectionState': [connection.CONNECTION_STATE],
  'session:deletedAlerts': [alerts.DELETED_ALERTS],
  'session:everyChangeWanted': [true],
  'session:failedChecks': [prices.FAILED_CHECKS],
  'session:feedsInView': [lists.WATCHLIST],
  'session:historyPause': [history.HISTORY_PAUSE],
  'session:historyStored': [history.HISTORY_STORED],
  'session:historyWanted': [history.HISTORY_WANTED],
  'session:lastAskedAt': [1_795_000_000_000],
  'session:lastKnownSavedAt': [1_795_000_000_000],
  'session:lastResponses': [diagnostics.LAST_RESPONSES],
  'session:lateFeeds': [lists.WATCHLIST],
  'session:leanStream': [connection.LEAN_STREAM],
  'session:missingFeeds': [prices.MISSING_FEEDS],
  'session:notificationsBlocked': ['blocked'],
  'session:rehearsedFeed': [lists.WATCHLIST[0]],
  'session:serviceHealth': [connection.SERVICE_HEALTH],
  'session:shownIcon': [{ lines: ['81', '303'], tone: 'green', arrow: 'up' }],
  'session:unstoredFirings': [alerts.FIRINGS_2],
};

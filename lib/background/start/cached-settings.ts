import { alertReach } from '../../storage/values/alert-reach.ts';
import { badgeTurn, badgeView } from '../../storage/values/badge.ts';
import { followedFeeds } from '../../storage/values/catalog.ts';
import { currencyFeeds, displayCurrency } from '../../storage/values/currency.ts';
import { connectionState } from '../../storage/values/connection.ts';
import { storedService } from '../../storage/values/connection-memory.ts';
import { activeService } from '../../storage/values/failover.ts';
import { references } from '../../storage/values/history.ts';
import * as allSettings from '../../storage/values/settings.ts';
import { missingFeeds } from '../../storage/values/prices.ts';
import { areSamplesShown } from '../../storage/values/samples.ts';
import { trustInForce } from '../../storage/values/trust-in-force.ts';
import { groups, listView } from '../../storage/values/view.ts';
import { badgeFeedId, watchlist } from '../../storage/values/watchlist.ts';
import { cacheAlertItems } from '../alerts/alert-items.ts';
import { signaturesOf } from '../../domain/market/market.ts';
import type { Signatures } from '../../domain/settings.ts';
import { cache, cacheAll, type Cached } from '../cached.ts';
import { areSamplesInUse } from '../samples/services-in-use.ts';
import type { WorkerEvents } from './events.ts';

/** The stored values that the worker needs with every price and every turn of the connection. */
export function cacheSettings(events: WorkerEvents) {
  const { viewChanged, alertItemsChanged, trustChanged } = events;
  const { priceServices, trustSettings, ...settings } = allSettings;
  const services = cache(priceServices);
  const areShown = cache(areSamplesShown, viewChanged.emit);
  const areInUse = areSamplesInUse(areShown, services);
  const inView = cacheAll(
    {
      ...settings,
      watchlist,
      badgeFeedId,
      badgeView,
      badgeTurn,
      currencyFeeds,
      displayCurrency,
      groups,
      listView,
      followedFeeds,
      connectionState,
      missingFeeds,
    },
    viewChanged.emit,
  );
  return {
    ...inView,
    references1h: cache(references['1h']),
    references24h: cache(references['24h']),
    references7d: cache(references['7d']),
    referencesclose: cache(references.close),
    referencestoday: cache(references.today),
    activeService: cache(activeService),
    services,
    storedService: cache(storedService),
    areSamplesShown: areShown,
    areSamplesInUse: areInUse,
    alertReach: cache(alertReach),
    signatures: offIf(areInUse, inView.signatures),
    trustSettings: cache(trustSettings, events.trustSettingsChanged.emit),
    trust: cache(trustInForce, trustChanged.emit),
    ...cacheAlertItems(alertItemsChanged.emit),
  };
}

/** Turns verification off while prices are samples, which are unsigned. */
function offIf(areSamples: Cached<boolean>, mode: Cached<Signatures>): Cached<Signatures> {
  return {
    get current() {
      return signaturesOf(mode.current, areSamples.current);
    },
    loaded: mode.loaded,
  };
}

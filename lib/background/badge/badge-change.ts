import { changeSince } from '../../domain/history/change.ts';
import { toDecimal, type Decimal } from '../../domain/prices/decimal.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { ChangePeriod } from '../../domain/history/periods.ts';
import type { ListView } from '../../domain/watchlist/view.ts';
import { toSeconds, type FeedId, type UnixMilliseconds } from '../../base/units.ts';
import type { Cached } from '../cached.ts';
import { shownPastPrice, type CurrencySettings } from './shown-price.ts';
import type { MarketSettings } from '../market-facts.ts';

/** Settings for price changes. `references…`: the past prices where changes start. */
export interface ChangeSettings
  extends
    Pick<MarketSettings, 'signatures' | 'clockSkew'>,
    CurrencySettings,
    Record<`references${ChangePeriod}`, Cached<Record<FeedId, string>>> {
  listView: Cached<ListView>;
  /** Fingerprint of the trust in force. */
  trust: Cached<string>;
}

/**
 * The change of a feed's price in percent, over the list's period; `null` if unknown.
 *
 * @param price the feed's price if it may be shown
 * @param now by the local clock
 */
export function badgeChange(
  settings: ChangeSettings,
  { id, price, now }: { id: FeedId; price: StoredPrice | undefined; now: UnixMilliseconds },
): Decimal | null {
  const period = settings.listView.current.changePeriod;
  const current = price ? toDecimal(price.price, price.expo) : null;
  if (!current) return null;
  const change = changeSince(current, {
    text: shownPastPrice(settings, settings[`references${period}`].current, id),
    period,
    nowSeconds: toSeconds(now - settings.clockSkew.current.skewMs),
    requiredTrust: settings.signatures.current === 'require' ? settings.trust.current : null,
    attributes: settings.followedFeeds.current[id],
  });
  return change.none === undefined ? change.percent : null;
}

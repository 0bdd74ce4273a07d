import { toSeconds, type FeedId } from '../../base/units.ts';
import { changeSince, type Change } from '../history/change.ts';
import type { ChangePeriod } from '../history/periods.ts';
import { toDecimal } from '../prices/decimal.ts';
import type { StoredPrice } from '../prices/stored-price.ts';
import { requiredTrustOf, type MarketSettings } from './market.ts';
import type { MarketMoment } from '../prices/condition.ts';

/** A period, and the past prices where changes over it start. */
export interface ChangeSpan {
  readonly period: ChangePeriod;
  /** Texts of `writePastPrice`. */
  readonly texts: Readonly<Record<FeedId, string>>;
}

interface Figure {
  price: StoredPrice | undefined;
  period: ChangePeriod;
  /** The stored past price, in the currency of `price`. */
  text: string | null;
}

type Settings = Pick<MarketSettings, 'attributes' | 'signatures' | 'trust'>;

/** The change of a price. Past prices are stored by the local clock. */
export function changeOf(
  market: Settings & Pick<MarketMoment, 'nowMs'>,
  id: FeedId,
  { price, period, text }: Figure,
): Change {
  const now = price ? toDecimal(price.price, price.expo) : null;
  if (!now) return { none: 'waiting' };
  return changeSince(now, {
    text,
    period,
    nowSeconds: toSeconds(market.nowMs),
    requiredTrust: requiredTrustOf(market),
    attributes: market.attributes[id],
  });
}

import { currencyLabel } from '../../currency/currencies.ts';
import { t } from '../../../base/locale/t.ts';
import type { FeedId } from '../../../base/units.ts';
import type { WaitsFor } from '../engine/worth-check.ts';

/** Why a calculated figure does not count now, with the feed to blame. */
export function waitsForWords(
  { why, at }: WaitsFor,
  { nameOf, currency }: { nameOf: (feedId: FeedId) => string; currency: string },
): string {
  const symbol = nameOf(at);
  switch (why) {
    case 'closed':
      return t('currency.legClosed', { symbol });
    case 'failed':
      return t('holdings.failed', { symbol });
    case 'unproven':
      return t('holdings.legUnproven', { symbol });
    case 'stale':
      return t('currency.legStale', { symbol });
    case 'no-route':
      return t('holdings.noRoute', { currency: currencyLabel(currency) });
    default:
      return t('holdings.noPrice', { symbol });
  }
}

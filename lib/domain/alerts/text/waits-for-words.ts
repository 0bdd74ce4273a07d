import { currencyLabel } from '../../currency/currencies.ts';
import { labelled } from '../../../base/locale/labelled.ts';
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
      return labelled(symbol, t('tooltip.note.closed'));
    case 'failed':
      return labelled(symbol, t('tooltip.note.failed'));
    case 'unproven':
      return labelled(symbol, t('tooltip.note.notVerified'));
    case 'stale':
      return labelled(symbol, t('tooltip.note.stale'));
    case 'no-route':
      return t('holdings.noRoute', { currency: currencyLabel(currency) });
    default:
      return t('holdings.noPrice', { symbol });
  }
}

import { currencyLabel } from '../../currency/currency-label.ts';
import { labelled } from '../../../base/locale/labelled.ts';
import { t } from '../../../base/locale/t.ts';
import type { FeedId } from '../../../base/units.ts';
import { faultWords, type FaultCircumstances } from '../../market/fault-words.ts';
import { faultOf, type Fault } from '../../market/price-state.ts';
import type { MissingReason } from '../../prices/stored-price.ts';
import type { WaitsFor } from '../engine/worth-check.ts';

interface Circumstances {
  nameOf: (feedId: FeedId) => string;
  currency: string;
  /** Name of the feed that causes it. */
  circumstances: FaultCircumstances & { missing: MissingReason | undefined };
}

/** Why a calculated figure does not count now, with the feed that causes it. */
export function waitsForWords(
  { why, at }: WaitsFor,
  { nameOf, currency, circumstances }: Circumstances,
): string {
  const symbol = nameOf(at);
  switch (why) {
    // It has no newer price, or none for this user.
    case 'stale':
      return labelled(symbol, faultWords(missingFault(circumstances) ?? why, circumstances));
    case 'closed':
    case 'failed':
    case 'unproven':
      return labelled(symbol, faultWords(why, circumstances));
    case 'no-route':
      return t('holdings.noRoute', { currency: currencyLabel(currency) });
    default:
      return t('holdings.noPrice', { symbol });
  }
}

function missingFault({ missing }: { missing: MissingReason | undefined }): Fault | null {
  return faultOf({ missing, hasFailed: false, isUnproven: false, condition: null });
}

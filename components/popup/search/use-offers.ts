import type { FeedId } from '@/lib/base/units.ts';
import { t } from '@/lib/base/locale/t.ts';
import { fitName } from '@/lib/base/text/fit-name.ts';
import { alertRefusalWords } from '@/lib/domain/alerts/text/refusal-words.ts';
import { ownedWords } from '@/lib/domain/offers/offer-words.ts';
import type { Offer, OfferPlace } from '@/lib/domain/offers/offers.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import type { CatalogIndex } from '@/lib/domain/watchlist/search-catalog.ts';
import { carryOut, type Act, type Outcome } from '@/lib/pages/offers/carry-out.ts';
import { amountsHidden, holdings } from '@/lib/storage/values/holdings.ts';
import { rowNames } from '@/lib/storage/values/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { useMarketSettings } from '../../shared/hooks/use-market.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { showPageNotice } from '../../shared/page-notice.ts';
import { goTo } from '../../shared/route.ts';
import type { FoundPrices } from './use-found-prices.ts';

/** `null` until everything that the offers depend on is known. */
export function useOfferPlace(
  index: CatalogIndex | undefined,
  assetType: string | null,
  prices: FoundPrices,
): OfferPlace | null {
  const listed = useStored(watchlist);
  const held = useStored(holdings);
  const names = useStored(rowNames);
  const areAmountsHidden = useStored(amountsHidden);
  const rates = useMarketSettings();
  if (!index || !listed || !held || !names || !rates || areAmountsHidden === undefined) return null;
  const priceOf = (id: FeedId) => {
    const price = prices.priceOf(id);
    return price ? toDecimal(price.price, price.expo) : null;
  };
  return { index, assetType, priceOf, listed, holdings: held, names, areAmountsHidden, rates };
}

/** Opens what the offer names, or carries it out and reports that, with Undo. */
export async function chooseOffer(
  offer: Exclude<Offer, { kind: 'group' }> | Act,
  place: OfferPlace,
  groupId: string | null,
): Promise<void> {
  if (offer.kind === 'sentence') {
    goTo({ view: 'new-alert', id: offer.feed.id, level: offer.level });
  } else if (offer.kind === 'chart') {
    goTo({ view: 'feed', id: offer.feed.id, period: offer.period });
  } else {
    const outcome = await carryOut(offer, groupId);
    const undo = 'undo' in outcome ? outcome.undo : null;
    showPageNotice({ text: outcomeWords(outcome, offer, place), undo });
  }
}

function outcomeWords(outcome: Outcome, offer: Act, place: OfferPlace): string {
  if ('refusal' in outcome) {
    const { refusal } = outcome;
    return refusal === 'full' ? t('popup.notice.full') : alertRefusalWords(refusal);
  }
  if (offer.kind === 'alert') return t('alerts.done.created');
  if (offer.kind === 'own') return ownedWords(offer.quantity, offer.feed, place);
  if (offer.kind === 'group') return t('popup.notice.groupCreated', { group: fitName(offer.name) });
  return t('search.offer.added', { count: outcome.added });
}

import { t } from '@/lib/base/locale/t.ts';
import { alertRefusalWords } from '@/lib/domain/alerts/text/refusal-words.ts';
import { ownedWords, type OfferNames } from '@/lib/domain/offers/offer-words.ts';
import { offersFor, type Offer, type Offers } from '@/lib/domain/offers/offers.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import { feedSymbol } from '@/lib/domain/prices/feed-name.ts';
import type { CatalogIndex } from '@/lib/domain/watchlist/search-catalog.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { addAlert, addFeeds, own, type Outcome } from '@/lib/pages/offers/carry-out.ts';
import { amountsHidden, holdings } from '@/lib/storage/values/holdings.ts';
import { rowNames } from '@/lib/storage/values/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { showPageNotice } from '../../shared/page-notice.ts';
import { goTo } from '../../shared/route.ts';
import type { FoundPrices } from './use-found-prices.ts';

/** Reads the typed text once everything it depends on is known. */
export function useOffers(
  text: string,
  index: CatalogIndex | undefined,
  assetType: string | null,
  prices: FoundPrices,
): { offers: Offers | null; names: OfferNames } {
  const listed = useStored(watchlist);
  const held = useStored(holdings);
  const shownNames = useStored(rowNames);
  const priceOf = (id: FeedId) => {
    const price = prices.priceOf(id);
    return price ? toDecimal(price.price, price.expo) : null;
  };
  const names: OfferNames = {
    nameOf: ({ id, attributes }) => shownNames?.[id] ?? feedSymbol(attributes, id),
    priceOf,
    areAmountsHidden: useStored(amountsHidden) ?? false,
  };
  if (!index || !listed || !held || text.trim() === '') return { offers: null, names };
  const place = {
    index,
    assetType,
    priceOf,
    isListed: (id: FeedId) => listed.includes(id),
    holdingOf: (id: FeedId) => held[id],
  };
  return { offers: offersFor(text, place), names };
}

/** Opens what the offer names, or carries it out and reports that, with Undo. */
export async function chooseOffer(
  offer: Offer,
  group: Group | null,
  names: OfferNames,
): Promise<void> {
  const groupId = group?.id ?? null;
  switch (offer.kind) {
    case 'sentence':
      return goTo({ view: 'new-alert', id: offer.feed.id, level: offer.level });
    case 'chart':
      return goTo({ view: 'feed', id: offer.feed.id, period: offer.period });
    case 'alert': {
      const outcome = await addAlert(offer.feed, offer.rule, groupId);
      return report(outcome, t('alerts.done.created'));
    }
    case 'own': {
      const outcome = await own(offer.feed, offer.quantity, groupId);
      return report(outcome, ownedWords(offer.quantity, offer.feed, names));
    }
    default: {
      const outcome = await addFeeds(offer.feeds, groupId);
      return report(outcome, t('search.offer.added', { count: offer.feeds.length }));
    }
  }
}

function report(outcome: Outcome, done: string): void {
  if ('undo' in outcome) return showPageNotice({ text: done, undo: outcome.undo });
  const { refusal } = outcome;
  const text = refusal === 'full' ? t('popup.notice.full') : alertRefusalWords(refusal);
  showPageNotice({ text, undo: null });
}

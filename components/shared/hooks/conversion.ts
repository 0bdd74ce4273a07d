import { convertPastPrice } from '@/lib/domain/currency/convert-past.ts';
import { convertPrice } from '@/lib/domain/currency/convert-price.ts';
import type { ConversionRoute } from '@/lib/domain/currency/route.ts';
import type { MarketSettings } from '@/lib/domain/market/market.ts';
import { routeIn, shownSpark } from '@/lib/domain/market/shown.ts';
import type { FeedId } from '@/lib/base/units.ts';
import type { LatestPrice, PriceStore } from './use-latest-price.ts';

// Loaded only if the user chose a display currency.

export interface Conversion {
  currency: string;
  /** Feeds without a route keep their prices. */
  store: PriceStore;
  /** Returns `null` if the price is shown as quoted. */
  routeOf: (id: FeedId) => ConversionRoute | null;
  /** Returns `null` if the price is not known yet. */
  pastPrice: (id: FeedId, texts: Texts) => string | null;
  /** Returns `null` if the prices are not known yet. */
  spark: (id: FeedId, texts: Texts, requiredTrust: string | null) => string | null;
}

type Texts = Readonly<Record<FeedId, string>> | undefined;

interface ConversionOptions extends Pick<MarketSettings, 'attributes' | 'currencyFeeds'> {
  currency: string;
  store: PriceStore;
}

export function createConversion(options: ConversionOptions): Conversion {
  const { currency, store } = options;
  const routes = new Map<FeedId, ConversionRoute | null>();

  function routeOf(id: FeedId): ConversionRoute | null {
    const known = routes.get(id);
    if (known !== undefined) return known;
    const route = routeIn(options, id);
    routes.set(id, route);
    return route;
  }

  return {
    currency,
    routeOf,
    store: convertingStore(store, routeOf),
    pastPrice: (id, texts) => convertPastPrice(texts, id, routeOf(id)),
    spark: (id, texts, requiredTrust) => shownSpark(routeOf(id), id, texts, requiredTrust),
  };
}

function convertingStore(store: PriceStore, routeOf: Conversion['routeOf']): PriceStore {
  const converted = new Map<
    FeedId,
    { from: readonly LatestPrice[]; figure: LatestPrice | undefined }
  >();
  return {
    ...store,
    quoted: store,
    subscribe: (id, onChange, isInView) => {
      const ids = [id, ...(routeOf(id)?.legs.map((leg) => leg.id) ?? [])];
      const stops = ids.map((each) => store.subscribe(each, onChange, isInView));
      return () => {
        for (const stop of stops) stop();
      };
    },
    read: (id) => {
      const route = routeOf(id);
      const own = store.read(id);
      if (!route || !own) return own;
      const legs = route.legs.flatMap((leg) => store.read(leg.id) ?? []);
      if (legs.length < route.legs.length) return undefined;
      const from = [own, ...legs];
      const before = converted.get(id);
      if (before && from.every((figure, at) => figure === before.from[at])) return before.figure;
      const figure = convertFigure(own, route, { legs, before: before?.figure });
      converted.set(id, { from, figure });
      return figure;
    },
  };
}

function convertFigure(
  own: LatestPrice,
  route: ConversionRoute,
  { legs, before }: { legs: readonly LatestPrice[]; before: LatestPrice | undefined },
): LatestPrice | undefined {
  const prices = legs.map(({ price }) => price);
  const price = convertPrice(own.price, route, prices, before?.price);
  if (!price) return undefined;
  return { price, quoted: own.price };
}

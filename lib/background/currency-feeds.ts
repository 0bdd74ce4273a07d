import { currencyOfFeed, PIVOT, pricedAs, type Currency } from '../currency/currencies.ts';
import { amountCurrency } from '../currency/route.ts';
import { catalogue, followedFeeds, type Feed } from '../storage/catalogue.ts';
import {
  currencyFeeds,
  displayCurrency,
  type CurrencyFeed,
  type CurrencyFeeds,
} from '../storage/currency.ts';

/**
 * Stores the feeds that convert the watchlist's prices, if others are needed than before.
 *
 * @returns whether they are others
 */
export async function keepCurrencyFeeds(): Promise<boolean> {
  const [needed, known] = await Promise.all([neededCurrencies(), currencyFeeds.getValue()]);
  const isKnown = needed.every((currency) => Object.hasOwn(known, currency));
  if (isKnown && Object.keys(known).length === needed.length) return false;
  // Reading the catalog is expensive, so only for a currency that was not looked for yet.
  const offered = isKnown ? known : feedsIn((await catalogue.getValue()).feeds);
  await storeFeeds(needed, { ...offered, ...known });
  return true;
}

/** The catalog was fetched again: feeds may have come or gone. */
export async function renewCurrencyFeeds(feeds: readonly Feed[]): Promise<void> {
  const needed = await neededCurrencies();
  if (needed.length > 0) await storeFeeds(needed, feedsIn(feeds));
}

async function storeFeeds(needed: readonly Currency[], from: CurrencyFeeds): Promise<void> {
  await currencyFeeds.setValue(
    Object.fromEntries(needed.map((currency) => [currency, from[currency] ?? null])),
  );
}

/** The currencies with a feed of their own that take part in a conversion now. */
async function neededCurrencies(): Promise<Currency[]> {
  const [chosen, followed] = await Promise.all([
    displayCurrency.getValue(),
    followedFeeds.getValue(),
  ]);
  if (chosen === null) return [];
  const quoted = Object.values(followed).flatMap((attributes) => amountCurrency(attributes) ?? []);
  const others = quoted.filter((currency) => currency !== chosen);
  if (others.length === 0) return [];
  const all = [chosen, ...others].map(pricedAs).filter((currency) => currency !== PIVOT);
  return [...new Set(all)].toSorted();
}

function feedsIn(feeds: readonly Feed[]): Record<Currency, CurrencyFeed> {
  const found = feeds.flatMap(({ id, attributes }) => currencyOfFeed(id, attributes) ?? []);
  return Object.fromEntries(found.map(({ currency, feed }) => [currency, feed]));
}

import type { AlertRule } from '../../domain/alerts/model/rule.ts';
import { subjectOf, type Calculated } from '../../domain/holdings/subject.ts';
import {
  currencyOfFeed,
  PIVOT,
  pricedAs,
  type Currency,
} from '../../domain/currency/currencies.ts';
import { amountCurrency } from '../../domain/currency/route.ts';
import { heldCurrency } from '../../domain/holdings/position.ts';
import type { FeedAttributes } from '../../domain/prices/attributes.ts';
import { alertRules } from '../../storage/values/alerts.ts';
import { catalog, followedFeeds } from '../../storage/values/catalog.ts';
import type { Feed } from '../../domain/watchlist/catalog.ts';
import { currencyFeeds, displayCurrency } from '../../storage/values/currency.ts';
import type { CurrencyFeed, CurrencyFeeds } from '../../domain/currency/currency-feed.ts';
import { holdings } from '../../storage/values/holdings.ts';
import type { Holdings } from '../../domain/holdings/holding.ts';
import type { FeedId } from '../../base/units.ts';

/**
 * Stores the feeds that convert prices, holdings and the figures of alerts, if others are needed than
 * before.
 *
 * @returns whether they are others
 */
export async function keepCurrencyFeeds(): Promise<boolean> {
  const [needed, known] = await Promise.all([neededCurrencies(), currencyFeeds.getValue()]);
  const isKnown = needed.every((currency) => Object.hasOwn(known, currency));
  if (isKnown && Object.keys(known).length === needed.length) return false;
  // Reading the catalog is expensive, so only for a currency that was not looked for yet.
  const offered = isKnown ? known : feedsIn((await catalog.getValue()).feeds);
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
  const [chosen, followed, held, rules] = await Promise.all([
    displayCurrency.getValue(),
    followedFeeds.getValue(),
    holdings.getValue(),
    alertRules.getValue(),
  ]);
  const all = [
    ...currenciesShown(chosen, followed, held),
    ...watchedSubjects(rules).flatMap((subject) => currenciesWatched(subject, followed, held)),
  ];
  const priced = all.map(pricedAs).filter((currency) => currency !== PIVOT);
  return [...new Set(priced)].toSorted();
}

/** The currencies that the watchlist converts, and the one that it shows; `null`: as quoted. */
function currenciesShown(
  currency: Currency | null,
  followed: Readonly<Record<FeedId, FeedAttributes>>,
  held: Holdings,
): Currency[] {
  const from = Object.entries(followed).flatMap(([id, attributes]) => {
    const shown = currency === null ? null : amountCurrency(attributes);
    const holding = held[id];
    const owned = holding ? [heldCurrency(attributes), holding.cost?.currency] : [];
    return [shown, ...owned];
  });
  // As quoted, only the total of the holdings needs a currency.
  return converted(from, currency ?? PIVOT);
}

/** The calculated figures that alerts watch now. */
function watchedSubjects(rules: readonly AlertRule[]): Calculated[] {
  return rules.flatMap(({ enabled, feedId }) => {
    const subject = subjectOf(feedId);
    return enabled && subject.kind !== 'feed' ? [subject] : [];
  });
}

function currenciesWatched(
  subject: Calculated,
  followed: Readonly<Record<FeedId, FeedAttributes>>,
  held: Holdings,
): Currency[] {
  const ids = subject.kind === 'total' ? Object.keys(held) : [subject.feedId];
  const ownOf = subject.kind === 'price' ? amountCurrency : heldCurrency;
  return converted(
    ids.map((id) => (followed[id] ? ownOf(followed[id]) : null)),
    subject.currency,
  );
}

/** The currencies of figures that become those of `target`, and it; none if all are in it. */
function converted(from: readonly (Currency | null | undefined)[], target: Currency): Currency[] {
  const others = from.flatMap((currency) => currency ?? []).filter((each) => each !== target);
  return others.length === 0 ? [] : [target, ...others];
}

function feedsIn(feeds: readonly Feed[]): Record<Currency, CurrencyFeed> {
  const found = feeds.flatMap(({ id, attributes }) => currencyOfFeed(id, attributes) ?? []);
  return Object.fromEntries(found.map(({ currency, feed }) => [currency, feed]));
}

import type { AlertRule } from '../../domain/alerts/model/rule.ts';
import { subjectOf, type CalculatedSubject } from '../../domain/holdings/subject.ts';
import { PIVOT, pricedAs, type Currency } from '../../domain/currency/currencies.ts';
import { knownCurrencyFeed } from '../../domain/currency/known-currencies.ts';
import { amountCurrency } from '../../domain/currency/route.ts';
import { heldCurrency } from '../../domain/holdings/position.ts';
import type { FeedAttributes } from '../../domain/prices/attributes.ts';
import { alertRules } from '../../storage/values/alerts.ts';
import { followedFeeds } from '../../storage/values/catalog.ts';
import {
  chosenCurrencyFeeds,
  currencyFeeds,
  displayCurrency,
} from '../../storage/values/currency.ts';
import { holdings } from '../../storage/values/holdings.ts';
import type { Holdings } from '../../domain/holdings/holding.ts';
import type { FeedId } from '../../base/units.ts';

/**
 * Stores the feeds that convert prices, holdings and alert figures: the user's choice or the
 * built-in ones. The unsigned catalog never chooses them. Resolves with whether they changed.
 */
export async function keepCurrencyFeeds(): Promise<boolean> {
  const [needed, chosen, known] = await Promise.all([
    neededCurrencies(),
    chosenCurrencyFeeds.getValue(),
    currencyFeeds.getValue(),
  ]);
  const feeds = Object.fromEntries(
    needed.map((currency) => [currency, chosen[currency] ?? knownCurrencyFeed(currency)]),
  );
  const isSame = (currency: Currency) =>
    Object.hasOwn(known, currency) &&
    known[currency]?.id === feeds[currency]?.id &&
    known[currency]?.isInverse === feeds[currency]?.isInverse;
  if (needed.every(isSame) && Object.keys(known).length === needed.length) return false;
  await currencyFeeds.setValue(feeds);
  return true;
}

/** Currencies that are converted and need a feed. */
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

/** Currencies converted in the watchlist. @param currency `null`: prices are shown as quoted */
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
  // As quoted, only the total of holdings needs a currency.
  return converted(from, currency ?? PIVOT);
}

function watchedSubjects(rules: readonly AlertRule[]): CalculatedSubject[] {
  return rules.flatMap(({ enabled, feedId }) => {
    const subject = subjectOf(feedId);
    return enabled && subject.kind !== 'feed' ? [subject] : [];
  });
}

function currenciesWatched(
  subject: CalculatedSubject,
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

/** `target` and the currencies converted to it; empty if nothing is converted. */
function converted(from: readonly (Currency | null | undefined)[], target: Currency): Currency[] {
  const others = from.flatMap((currency) => currency ?? []).filter((each) => each !== target);
  return others.length === 0 ? [] : [target, ...others];
}

import { KNOWN_CURRENCIES, knownCurrencyFeed } from '../currency/known-currencies.ts';
import type { FeedId } from '../../base/units.ts';
import { identityOf } from './naming.ts';
import { CURRENCY_HOURS, STARTER_SETS, starterFeeds } from './starter-sets.ts';

/** The code's name for a feed of networks with built-in signers. */
export function namedInCode(id: FeedId): Record<string, string> | null {
  return allNamedInCode().get(id) ?? null;
}

export function allNamedInCode(): ReadonlyMap<FeedId, Record<string, string>> {
  if (named) return named;
  // Takes 10 ms, which a start of the worker or the popup need not spend.
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  named = new Map([
    ...Object.keys(KNOWN_CURRENCIES).flatMap((currency) => currencyWords(currency, names)),
    ...STARTER_SETS.flatMap(starterFeeds).map(
      (feed) => [feed.id, identityOf(feed.attributes)] as const,
    ),
  ]);
  return named;
}

let named: Map<FeedId, Record<string, string>> | undefined;

/** The market hours of a feed that the code names. A service's own are unsigned. */
export function hoursInCode(id: FeedId): string | undefined {
  hours ??= new Map([
    ...Object.keys(KNOWN_CURRENCIES).flatMap((currency) => {
      const feed = knownCurrencyFeed(currency);
      return feed ? [[feed.id, CURRENCY_HOURS] as const] : [];
    }),
    ...STARTER_SETS.flatMap(starterFeeds).map(
      (feed) => [feed.id, feed.attributes['schedule'] ?? ''] as const,
    ),
  ]);
  return hours.get(id);
}

let hours: Map<FeedId, string> | undefined;

function currencyWords(currency: string, names: Intl.DisplayNames) {
  const feed = knownCurrencyFeed(currency);
  if (!feed) return [];
  const [base, quote] = feed.isInverse ? ['USD', currency] : [currency, 'USD'];
  const pair = `${base}/${quote}`;
  const words = {
    asset_type: 'FX',
    base,
    quote_currency: quote,
    display_symbol: pair,
    symbol: `FX.${pair}`,
    description: [base, quote].map((code) => names.of(code)).join(' / '),
  };
  return [[feed.id, words] as const];
}

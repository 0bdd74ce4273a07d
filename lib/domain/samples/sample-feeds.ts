import { knownCurrencyFeed } from '../currency/known-currencies.ts';
import type { FeedId } from '../../base/units.ts';
import type { Feed } from '../watchlist/catalog.ts';
import { namedInCode } from '../watchlist/named-feeds.ts';
import { STARTER_SETS, starterFeeds, type StarterSet } from '../watchlist/starter-sets.ts';
import { seedOf } from './noise.ts';

export interface SampleFeed extends Feed {
  expo: number;
  /** The sample prices stay near this price, × 10^`expo`. */
  level: number;
  /** Usual daily move, as a share of the price. */
  swing: number;
  /** Confidence, as a share of the price. */
  doubt: number;
  seed: number;
}

/** Properties of an asset type's prices, with levels that clearly differ from the market's. */
type Kind = readonly [expo: number, swing: number, doubt: number, levels: string];

let feeds: ReadonlyMap<FeedId, SampleFeed> | undefined;

/** All feeds with sample prices: the feeds of the starter sets, and exchange rates. */
export function sampleFeeds(): ReadonlyMap<FeedId, SampleFeed> {
  feeds ??= createFeeds();
  return feeds;
}

// Created on first use, because the worker's start must not wait for it.
function createFeeds(): ReadonlyMap<FeedId, SampleFeed> {
  const kinds = createKinds();
  const listed = STARTER_SETS.flatMap((set) => feedsOf(set, kinds[set]));
  return new Map(listed.map((feed) => [feed.id, feed]));
}

function createKinds(): Record<StarterSet, Kind> {
  return {
    crypto: [
      -8,
      0.024,
      0.0006,
      'BTC 64312.45 ETH 2506.79 SOL 148.321 XRP .5234 BNB 571.2 DOGE .1123 BONK .00000104231',
    ],
    currencies: [
      -5,
      0.004,
      0.0002,
      'EUR 1.0842 GBP 1.2418 JPY 152.31 CHF .8834 AUD .7123 CAD 1.3112 NZD .6412 SEK 10.42 ' +
        'NOK 10.93 DKK 6.88 PLN 3.92 CZK 23.1 HUF 362.4 TRY 33.9 ILS 3.71 AED 3.81 INR 83.9 ' +
        'CNH 7.41 HKD 7.95 SGD 1.351 KRW 1342 THB 35.6 IDR 15820 MYR 4.41 PHP 56.2 MXN 19.6 ' +
        'BRL 5.71 ZAR 18.4 RUB 92.3',
    ],
    metals: [-3, 0.009, 0.0003, 'XAU 2734.18 XAG 31.42 XPT 981.3 XPD 1042.6'],
    usTech: [
      -5,
      0.014,
      0.0004,
      'AAPL 231.41 MSFT 415.22 NVDA 138.07 GOOGL 172.35 AMZN 188.14 META 512.46 TSLA 251.33',
    ],
    rates: [-5, 0.012, 0.001, 'US2Y 4.1021 US5Y 4.0113 US10Y 4.2131 US30Y 4.5218'],
  };
}

function feedsOf(set: StarterSet, [expo, swing, doubt, levels]: Kind): SampleFeed[] {
  const listed = starterFeeds(set);
  const texts = levels.split(' ');
  return texts.flatMap((code, index) => {
    if (index % 2 > 0) return [];
    const isOf = ({ attributes }: Feed): boolean =>
      attributes['base'] === code || attributes['quote_currency'] === code;
    const feed = listed.find(isOf) ?? rateOf(code, listed[0]);
    return feed ? [withShape(feed, [expo, swing, doubt], texts[index + 1] ?? '')] : [];
  });
}

/** The feed of a currency that is not in a starter set. */
function rateOf(currency: string, like: Feed | undefined): Feed | null {
  const feed = knownCurrencyFeed(currency);
  const words = feed && namedInCode(feed.id);
  const schedule = like?.attributes['schedule'] ?? '';
  return feed && words && { id: feed.id, attributes: { ...words, schedule } };
}

function withShape(
  { id, attributes }: Feed,
  [usualExpo, swing, doubt]: readonly [number, number, number],
  level: string,
): SampleFeed {
  const seed = seedOf(id);
  const expo = level.startsWith('.00') ? usualExpo - 2 : usualExpo;
  return { id, attributes, expo, level: Number(`${level}e${-expo}`), swing, doubt, seed };
}

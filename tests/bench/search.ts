import { existsSync, readFileSync } from 'node:fs';
import { z } from '../../lib/base/zod.ts';
import { indexCatalog, searchCatalog } from '../../lib/domain/watchlist/search-catalog.ts';
import type { Feed } from '../../lib/domain/watchlist/catalog.ts';
import { buildCatalog } from '../price-service/catalog.ts';
import type { Bench } from './bench-kind.ts';
import { quantile } from './statistics.ts';

const FEEDS = 3_000;

// Derived from captures of the public catalog; an optional file next to the checkout.
const CAPTURED = new URL(
  '../../../shared/data/catalogue/price_feeds-2912-derived.json',
  import.meta.url,
);

// Typed letter by letter: symbols, names, several words, and one that matches nothing.
const SEARCHES = [
  'btc/usd',
  'eurusd',
  'apple',
  'tesla inc',
  'us dollar',
  'gold',
  'bitcoin usd',
  'nvda',
  'xyzzy',
  'equity us',
];

export const searchKeystroke: Bench = {
  name: 'search-keystroke',
  what: 'one keystroke in a search over 3,000 feeds',
  run({ quick }) {
    const feeds = threeThousandFeeds();
    const index = indexCatalog(feeds);
    const queries = SEARCHES.flatMap((search) =>
      Array.from({ length: search.length }, (_, last) => search.slice(0, last + 1)),
    );
    const texts = feeds.map(({ attributes }) => Object.values(attributes).join(' ').toLowerCase());
    const samples: number[] = [];
    const reference: number[] = [];
    for (let round = -2; round < (quick ? 5 : 15); round += 1) {
      const own = queries.map((query) => timed(() => searchCatalog(index, query)));
      const plain = queries.map((query) => timed(() => texts.filter((t) => t.includes(query))));
      if (round < 0) continue;
      samples.push(quantile(own, 0.95));
      reference.push(quantile(plain, 0.95));
    }
    return Promise.resolve([
      {
        name: 'search-keystroke',
        what: `95th percentile of ${queries.length} keystrokes over ${feeds.length} feeds`,
        unit: 'ms',
        samples,
        reference: { what: 'a plain, unranked substring filter', samples: reference },
        note: existsSync(CAPTURED) ? 'the public catalog' : 'a generated catalog',
      },
    ]);
  },
};

/** The captured catalog, if available, filled up to 3,000 feeds with generated ones. */
export function threeThousandFeeds(): Feed[] {
  const captured = existsSync(CAPTURED) ? readCaptured() : [];
  const generated = buildCatalog(FEEDS).toReversed();
  return [...captured, ...generated.map(({ id, attributes }) => ({ id, attributes }))].slice(
    0,
    FEEDS,
  );
}

function readCaptured(): Feed[] {
  const schema = z.array(
    z.object({ id: z.string(), attributes: z.record(z.string(), z.string()) }),
  );
  return schema.parse(JSON.parse(readFileSync(CAPTURED, 'utf8')));
}

function timed(work: () => unknown): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}

import { indexCatalog, searchCatalog } from '../../lib/domain/watchlist/search-catalog.ts';
import { buildCatalog } from '../price-service/catalog.ts';
import { alternate, atMost, quantile, type Bench } from './measure.ts';

const FEEDS = 3_000;

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
  name: 'search',
  what: 'one keystroke in a search over 3,000 feeds',
  async run({ quick }) {
    const feeds = buildCatalog(FEEDS).slice(0, FEEDS);
    const index = await indexCatalog(feeds);
    const queries = SEARCHES.flatMap((search) =>
      Array.from({ length: search.length }, (_, last) => search.slice(0, last + 1)),
    );
    const texts = feeds.map(({ attributes }) => Object.values(attributes).join(' ').toLowerCase());
    const slowest = (search: (query: string) => unknown): number =>
      quantile(
        queries.map((query) => timed(() => search(query))),
        0.95,
      );
    const { own, reference } = await alternate(
      () => slowest((query) => searchCatalog(index, query)),
      () => slowest((query) => texts.filter((text) => text.includes(query))),
      { rounds: quick ? 5 : 15, warmUp: 2 },
    );
    return [
      {
        name: 'search-keystroke',
        what: `95th percentile of ${queries.length} keystrokes over ${FEEDS} feeds`,
        unit: 'ms',
        samples: own,
        reference: { what: 'a plain, unranked substring filter', samples: reference },
        budget: atMost(8),
      },
    ];
  },
};

function timed(work: () => unknown): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}

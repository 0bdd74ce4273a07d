import { expect, it } from 'vitest';
import { doubtfulNames } from '@/lib/domain/watchlist/doubtful-names.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import { recordedCatalog } from '../prices/shared-data.ts';
import { BTC, ETH } from '../../background/feeds.ts';

const [A, B, C] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];

function feed(id: string, symbol: string) {
  return { id, symbol };
}

it('two feeds with one symbol could deceive', () => {
  expect(doubtfulNames([feed(A, 'CAKE/USD'), feed(B, 'cake-usd'), feed(C, 'PIE/USD')])).toEqual(
    new Set([A, B]),
  );
});

it('the name of a feed in the code could deceive for another one, and another name for that feed', () => {
  expect(doubtfulNames([feed(A, 'BTC/USD'), feed(ETH, 'ETH/USD')])).toEqual(new Set([A]));
  expect(doubtfulNames([feed(BTC, 'CAKE/USD')])).toEqual(new Set([BTC]));
});

it('letters of another script could deceive', () => {
  expect(doubtfulNames([feed(A, 'CАKE/USD')])).toEqual(new Set([A]));
});

it('most names of the public feed list are clear', (context) => {
  const feeds = recordedCatalog(context);
  const named = feeds.map(({ id, attributes }) => ({ id, ...feedName(attributes, id) }));
  expect(doubtfulNames(named).size).toBeLessThan(feeds.length / 20);
});

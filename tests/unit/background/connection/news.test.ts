import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { News } from '@/lib/background/connection/news.ts';
import type { Moment } from '@/lib/domain/prices/newer.ts';
import { BTC, ETH } from '../feeds.ts';

const NOW_S = 1_800_000_000;
const price = (ageSeconds: number, id = BTC) => ({
  id,
  publishTime: NOW_S - ageSeconds,
  slot: null,
});

/** @param known ages of the prices from before the start @param closed feeds whose market is closed */
function newsWith(known: Record<string, number> = {}, closed: readonly string[] = []) {
  const moments = Object.entries(known).map(([id, age]): [string, Moment] => [id, price(age, id)]);
  const news = new News(new Map(moments), (id) => !closed.includes(id));
  news.recall('first', 0);
  return {
    add: (service: string, prices: Parameters<News['add']>[1], ids = [BTC, ETH]) =>
      news.add({ service, ids: new Set(ids) }, prices),
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_S * 1_000 });
  onTestFinished(() => void vi.useRealTimers());
});

describe('a price of five minutes ago, after a browser start', () => {
  it.each([
    ['without an older price', {}],
    ['after an older one of the last session', { [BTC]: 480 }],
    ['of a feed that is new here', { [ETH]: 480 }],
  ])('%s is no news, however often it is replayed', (_, known) => {
    const news = newsWith(known);
    for (let time = 0; time < 3; time += 1) {
      expect(news.add('first', [price(300)])).toBe(false);
      expect(news.add('second', [price(300)])).toBe(false);
    }
  });

  it('is no news for several feeds either, or beside an empty response', () => {
    const news = newsWith({ [BTC]: 480, [ETH]: 480 });
    expect(news.add('first', [price(300), price(290, ETH)])).toBe(false);
    expect(news.add('first', [])).toBe(false);
  });

  it('is news once the service goes on: the clock of the computer may be fast', () => {
    const news = newsWith({ [BTC]: 480 });
    expect(news.add('first', [price(300)])).toBe(false);
    expect(news.add('first', [price(299)])).toBe(true);
  });

  it('is news if no market is open', () => {
    const news = newsWith({}, [BTC, ETH]);
    for (let time = 0; time < 3; time += 1) expect(news.add('first', [price(300)])).toBe(true);
  });

  it('is no news if its market is closed and the feed of an open one is withheld', () => {
    const news = newsWith({}, [BTC]);
    for (let time = 0; time < 3; time += 1) expect(news.add('first', [price(300)])).toBe(false);
    expect(news.add('first', [price(300)], [BTC])).toBe(true);
  });
});

it('a price of the last minute is news at once, and its replay is none', () => {
  const news = newsWith({ [BTC]: 480 });
  expect(news.add('first', [price(59)])).toBe(true);
  expect(news.add('first', [price(59)])).toBe(false);
});

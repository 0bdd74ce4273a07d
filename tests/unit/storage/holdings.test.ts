import { describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { HOLDINGS } from './shapes/lists.ts';

const id = (n: number): string => n.toString(16).padStart(64, '0');

async function read(stored: object): Promise<object> {
  await fakeBrowser.storage.local.set({ holdings: stored });
  return holdings.getValue();
}

describe('stored holdings', () => {
  it.each([
    ['a key that is no feed id', { 'BTC/USD': { quantity: '1', cost: null } }],
    ['a quantity that is no decimal', { [id(1)]: { quantity: '1e5', cost: null } }],
    ['a number in place of a text', { [id(1)]: { quantity: 0.1, cost: null } }],
    [
      'a cost in no currency',
      { [id(1)]: { quantity: '1', cost: { perUnit: '2', currency: 'x' } } },
    ],
    ['nothing', { [id(1)]: null }],
  ])('survive %s beside them', async (_, damaged) => {
    expect(await read({ ...damaged, ...HOLDINGS })).toEqual(HOLDINGS);
  });

  it('are not more than a watchlist has feeds', async () => {
    const many = Array.from({ length: 1_001 }, (_, n) => [id(n), { quantity: '1', cost: null }]);
    expect(Object.keys(await read(Object.fromEntries(many)))).toHaveLength(1_000);
  });
});

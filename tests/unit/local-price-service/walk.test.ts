import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCatalog } from '../../price-service/catalog.ts';
import { fillerBlobs } from '../../price-service/filler.ts';
import type { Moment } from '../../price-service/quote.ts';
import { createWalkSource } from '../../price-service/walk-source.ts';
import { BTC, ETH, getItem, NOON_MS, PEPE, startService } from './support.ts';

function momentAt(timeMs: number): Moment {
  const publishTime = Math.floor(timeMs / 1000);
  return {
    timeMs,
    slot: Math.floor(timeMs / 400),
    publishTime,
    prevPublishTime: publishTime - 1,
  };
}

function priceAt(seed: number, id: string, timeMs: number): string {
  return createWalkSource(seed, 0).quotes([id], momentAt(timeMs))[0]?.price ?? '';
}

describe('the walk', () => {
  it('is the same for the same seed and different for another', () => {
    expect(priceAt(7, BTC, NOON_MS)).toBe(priceAt(7, BTC, NOON_MS));
    expect(priceAt(8, BTC, NOON_MS)).not.toBe(priceAt(7, BTC, NOON_MS));
  });

  it('does not depend on earlier requests', () => {
    const source = createWalkSource(1, 0);
    const first = source.quotes([BTC, ETH], momentAt(NOON_MS));
    source.quotes([BTC], momentAt(NOON_MS - 1_000_000));
    expect(source.quotes([ETH], momentAt(NOON_MS))).toEqual([first[1]]);
  });

  it('stays near its starting price at any time, with a plausible confidence and EMA', () => {
    const feeds = buildCatalog(20);
    const source = createWalkSource(3, 20);
    fc.assert(
      fc.property(
        fc.constantFrom(...feeds),
        fc.integer({ min: 1_600_000_000, max: 2_000_000_000 }),
        (feed, seconds) => {
          const [quote] = source.quotes([feed.id], momentAt(seconds * 1000));
          const price = Number(quote?.price) * 10 ** feed.expo;
          expect(price / feed.startPrice).toBeGreaterThan(0.4);
          expect(price / feed.startPrice).toBeLessThan(2.5);
          expect(Number(quote?.conf) / Number(quote?.price)).toBeLessThan(0.01);
          expect(Number(quote?.conf)).toBeGreaterThanOrEqual(1);
          expect(Math.abs(Number(quote?.emaPrice) / Number(quote?.price) - 1)).toBeLessThan(0.05);
        },
      ),
    );
  });

  it('moves from slot to slot without jumps', () => {
    for (const id of [BTC, PEPE]) {
      const prices = Array.from({ length: 500 }, (_, index) =>
        Number(priceAt(1, id, NOON_MS + index * 400)),
      );
      const steps = prices
        .slice(1)
        .map((price, index) => Math.abs(price / (prices[index] ?? 0) - 1));
      expect(Math.max(...steps)).toBeLessThan(0.002);
      expect(steps.filter((step) => step > 0).length).toBeGreaterThan(400);
    }
  });

  it('is the same in two services with one seed', async () => {
    const options = { seed: 5, extraFeeds: 3, now: () => NOON_MS };
    const [one, two] = [await startService(options), await startService(options)];
    expect(await getItem(one, BTC)).toEqual(await getItem(two, BTC));
  });
});

describe('the catalog', () => {
  it('generates the same feeds in every run, whatever their number', () => {
    const few = buildCatalog(2);
    expect(buildCatalog(50).slice(0, few.length)).toEqual(few);
  });
});

describe('the filler of an unsigned binary', () => {
  it('is the same for the same quotes and at most 255 feeds long', () => {
    const source = createWalkSource(1, 300);
    const ids = source.feeds.map(({ id }) => id);
    const moment = momentAt(NOON_MS);
    const quotes = source.quotes(ids, moment);
    const blobs = fillerBlobs(quotes, moment);
    expect(blobs).toHaveLength(2);
    expect(fillerBlobs(quotes, moment)).toEqual(blobs);
    for (const blob of blobs) expect(blob.subarray(0, 4).toString('latin1')).toBe('PNAU');
  });
});

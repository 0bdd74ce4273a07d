import { describe, expect, it } from 'vitest';
import { recordedCatalog } from '../prices/shared-data.ts';
import { FEED_ID } from '@/lib/base/units.ts';
import { suggestedFeeds } from '@/lib/domain/watchlist/popular-feeds.ts';
import { STARTER_SETS, starterFeeds } from '@/lib/domain/watchlist/starter-sets.ts';

describe.each(STARTER_SETS)('the starter set %s', (set) => {
  it('names feeds, each once', () => {
    const ids = starterFeeds(set).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(3);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(FEED_ID);
  });

  it('is as in the feed list of the public service, with words of our own', (context) => {
    const feeds = recordedCatalog(context);
    for (const { id, attributes } of starterFeeds(set)) {
      const { description: _, ...facts } = attributes;
      expect(feeds.find((feed) => feed.id === id)?.attributes).toMatchObject(facts);
    }
  });
});

it('the suggestions are the first feeds of every set, those of this service by its own ids', () => {
  const offered = STARTER_SETS.flatMap(starterFeeds).map(({ attributes }, at) => ({
    id: at.toString(16).padStart(64, '0'),
    attributes,
  }));
  const suggested = suggestedFeeds(offered);
  expect(offered).toEqual(expect.arrayContaining(suggested));
  expect(suggested).toHaveLength(4 * STARTER_SETS.length);
  const types = suggested.map(({ attributes }) => attributes['asset_type']);
  expect(new Set(types)).toEqual(new Set(['Crypto', 'FX', 'Metal', 'Equity', 'Rates']));
  expect(suggestedFeeds([])).toEqual([]);
});

import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import {
  advanceBadge,
  badgeContent,
  showNextFeed,
  type BadgeSettings,
} from '@/lib/background/badge/badge-turns.ts';
import type { Cached } from '@/lib/background/cached.ts';
import { badgeTurn, badgeView } from '@/lib/storage/values/badge.ts';
import type { BadgeTurn, BadgeView } from '@/lib/domain/watchlist/badge.ts';
import { badgeFeedId } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH, EUR } from '../feeds.ts';

const NOW_MS = 1_800_000_000_000;

const kept = <T>(current: T): Cached<T> => ({ current, loaded: Promise.resolve() });

function settings(view: Partial<BadgeView>, turn = 0, chosen: string | null = null): BadgeSettings {
  return {
    watchlist: kept([BTC, ETH, EUR]),
    badgeFeedId: kept(chosen),
    badgeView: kept({ ...badgeView.fallback, ...view }),
    badgeTurn: kept<BadgeTurn>({ turn, since: NOW_MS }),
    groups: kept([
      { id: 'two', name: 'Two', feedIds: [EUR, 'f'.repeat(64), BTC] },
      { id: 'none', name: 'None', feedIds: [] },
    ]),
  };
}

const shownIn = (turns: number, view: Partial<BadgeView>) =>
  Array.from({ length: turns }, (_, turn) => badgeContent(settings(view, turn)));

beforeEach(() => fakeBrowser.reset());

describe('the badge shows', () => {
  it('the badge feed’s price, whatever the turn', () => {
    expect(badgeContent(settings({}, 5, ETH))).toEqual({ feedId: ETH, isChange: false });
  });

  it('the feeds of the watchlist in turn', () => {
    const feeds = shownIn(4, { rotates: true }).map(({ feedId }) => feedId);
    expect(feeds).toEqual([BTC, ETH, EUR, BTC]);
  });

  it('the feeds of a group in its order, without those that left the watchlist', () => {
    const feeds = shownIn(3, { rotates: true, groupId: 'two' }).map(({ feedId }) => feedId);
    expect(feeds).toEqual([EUR, BTC, EUR]);
  });

  it.each(['none', 'deleted'])('the whole watchlist if the group is %s', (groupId) => {
    const feeds = shownIn(3, { rotates: true, groupId }).map(({ feedId }) => feedId);
    expect(feeds).toEqual([BTC, ETH, EUR]);
  });

  it('each feed’s price, then its change', () => {
    expect(shownIn(3, { rotates: true, shows: 'both' })).toEqual([
      { feedId: BTC, isChange: false },
      { feedId: BTC, isChange: true },
      { feedId: ETH, isChange: false },
    ]);
  });

  it('nothing if the watchlist is empty', () => {
    const empty = { ...settings({ rotates: true }), watchlist: kept([]) };
    expect(badgeContent(empty).feedId).toBeNull();
  });
});

describe('a turn', () => {
  const start = { turn: 3, since: NOW_MS };

  beforeEach(() => badgeTurn.setValue(start));

  const after = async (ms: number, view: Partial<BadgeView>): Promise<BadgeTurn> => {
    await advanceBadge(settings({ seconds: 5, ...view }, 3), NOW_MS + ms);
    return badgeTurn.getValue();
  };

  it('ends when its time is over', async () => {
    expect(await after(4_999, { rotates: true })).toEqual(start);
    expect(await after(5_000, { rotates: true })).toEqual({ turn: 4, since: NOW_MS + 5_000 });
  });

  it('is followed by the next one, however long the worker was gone', async () => {
    expect(await after(3_600_000, { shows: 'both' })).toMatchObject({ turn: 4 });
  });

  it('ends if the clock was set back', async () => {
    expect(await after(-60_000, { rotates: true })).toMatchObject({ turn: 4 });
  });

  it('never ends if the badge shows one thing', async () => {
    expect(await after(3_600_000, { shows: 'change' })).toEqual(start);
  });

  it('moves on by one only, if two prices arrive at its end', async () => {
    await Promise.all([after(6_000, { rotates: true }), after(6_000, { rotates: true })]);
    expect(await badgeTurn.getValue()).toMatchObject({ turn: 4 });
  });
});

describe('the command for the next feed', () => {
  it('skips to the next feed’s price', async () => {
    await badgeTurn.setValue({ turn: 2, since: 0 });
    await showNextFeed(settings({ rotates: true, shows: 'both' }), NOW_MS);
    expect(await badgeTurn.getValue()).toEqual({ turn: 4, since: NOW_MS });
  });

  it('makes the next feed of the watchlist the badge feed, and after the last the first', async () => {
    const given = settings({});
    for (const expected of [ETH, EUR, BTC]) {
      await showNextFeed(given, NOW_MS);
      expect(await badgeFeedId.getValue()).toBe(expected);
    }
  });
});

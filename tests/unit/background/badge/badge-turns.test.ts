import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import {
  advanceBadge,
  shownInTurn,
  needsChanges,
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
    holdings: kept({ [BTC]: { quantity: '1', cost: null } }),
  };
}

const TURNS = { subject: 'turn' } as const;

const shownIn = (turns: number, isOpen: (id: string) => boolean) =>
  Array.from({ length: turns }, (_, turn) => shownInTurn(settings(TURNS, turn), isOpen));

beforeEach(() => fakeBrowser.reset());

describe('the toolbar button shows', () => {
  it('the badge feed, whatever the turn and even if its market is closed', () => {
    expect(shownInTurn(settings({}, 5, ETH), () => false)).toBe(ETH);
  });

  it('the feeds of the watchlist in turn', () => {
    expect(shownIn(4, () => true)).toEqual([BTC, ETH, EUR, BTC]);
  });

  it('no feed in turn whose market is closed, unless all are', () => {
    expect(shownIn(3, (id) => id !== ETH)).toEqual([BTC, EUR, BTC]);
    expect(shownIn(3, () => false)).toEqual([BTC, ETH, EUR]);
  });

  it('only what was chosen for turns, with the total last, and all feeds if nothing of it is left', () => {
    const turns = (chosen: BadgeView['turns'], change: Partial<BadgeSettings> = {}) =>
      Array.from({ length: 3 }, (_, turn) =>
        shownInTurn({ ...settings({ ...TURNS, turns: chosen }, turn), ...change }, () => true),
      );
    expect(turns([EUR, 'total', BTC])).toEqual([BTC, EUR, 'total']);
    expect(turns(['total', ETH], { holdings: kept({}) })).toEqual([ETH, ETH, ETH]);
    expect(turns(['f'.repeat(64)])).toEqual([BTC, ETH, EUR]);
  });

  it('nothing if the watchlist is empty', () => {
    expect(shownInTurn({ ...settings(TURNS), watchlist: kept([]) }, () => true)).toBeNull();
  });
});

it('past prices are needed without a page for whatever shows a change', () => {
  const needs = (view: Partial<BadgeView>) => needsChanges({ ...badgeView.fallback, ...view });
  expect([needs({}), needs(TURNS)]).toEqual([false, false]);
  expect([needs({ look: 'icon' }), needs({ look: 'change' })]).toEqual([true, true]);
  expect(needs({ ...TURNS, turns: [BTC, 'total'] })).toBe(true);
  expect([needs({ subject: 'total' }), needs({ subject: 'gain' })]).toEqual([true, true]);
});

describe('a turn', () => {
  const start = { turn: 3, since: NOW_MS };

  beforeEach(() => badgeTurn.setValue(start));

  const after = async (ms: number, view: Partial<BadgeView>): Promise<BadgeTurn> => {
    await advanceBadge(settings(view, 3), NOW_MS + ms);
    return badgeTurn.getValue();
  };

  it('ends when its time is over', async () => {
    expect(await after(9_999, TURNS)).toEqual(start);
    expect(await after(10_000, TURNS)).toEqual({ turn: 4, since: NOW_MS + 10_000 });
  });

  it('is followed by the next one, however long the worker was gone', async () => {
    expect(await after(3_600_000, TURNS)).toMatchObject({ turn: 4 });
  });

  it('ends if the clock was set back', async () => {
    expect(await after(-60_000, TURNS)).toMatchObject({ turn: 4 });
  });

  it('never ends if the badge shows one thing', async () => {
    expect(await after(3_600_000, { subject: 'total' })).toEqual(start);
  });

  it('moves on by one only, if two prices arrive at its end', async () => {
    await Promise.all([after(11_000, TURNS), after(11_000, TURNS)]);
    expect(await badgeTurn.getValue()).toMatchObject({ turn: 4 });
  });
});

describe('the command for the next feed', () => {
  it('skips to the next feed', async () => {
    await badgeTurn.setValue({ turn: 2, since: 0 });
    await showNextFeed(settings(TURNS), NOW_MS);
    expect(await badgeTurn.getValue()).toEqual({ turn: 3, since: NOW_MS });
  });

  it('makes the next feed of the watchlist the badge feed, and after the last the first', async () => {
    const given = settings({});
    for (const expected of [ETH, EUR, BTC]) {
      await showNextFeed(given, NOW_MS);
      expect(await badgeFeedId.getValue()).toBe(expected);
    }
  });

  it('shows the badge feed in place of holdings', async () => {
    await badgeView.setValue({ look: 'icon', subject: 'gain', turns: null });
    await showNextFeed(settings({ subject: 'gain' }), NOW_MS);
    expect(await badgeView.getValue()).toMatchObject({ look: 'icon', subject: 'feed' });
    expect(await badgeFeedId.getValue()).toBeNull();
  });
});

import { beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { settleBadgeTurns } from '@/lib/background/settle-removed.ts';
import { badgeView } from '@/lib/storage/values/badge.ts';
import { removedSettings } from '@/lib/storage/values/news.ts';

const OLD = { shows: 'price', rotates: false, groupId: null, seconds: 10 };

beforeEach(() => fakeBrowser.reset());

it.each([
  ['price and change in turn', { shows: 'both' }, { look: 'badge', subject: 'feed' }],
  ['a group in turn', { rotates: true, groupId: 'g' }, { look: 'badge', subject: 'turn' }],
  ['another pace', { rotates: true, seconds: 30 }, { look: 'badge', subject: 'turn' }],
])('tells once that %s is gone', async (_what, changed, view) => {
  await fakeBrowser.storage.local.set({ badgeView: { ...OLD, ...changed } });
  await settleBadgeTurns();
  await settleBadgeTurns();
  expect(await removedSettings.getValue()).toEqual([{ what: 'badgeTurns', values: {} }]);
  expect(await badgeView.getValue()).toEqual(view);
});

it.each([
  ['the default', {}],
  ['changes only', { shows: 'change' }],
  ['all feeds in turn', { rotates: true }],
  ['a pace without turns', { seconds: 60, groupId: 'g' }],
])('tells nothing of %s', async (_what, changed) => {
  await fakeBrowser.storage.local.set({ badgeView: { ...OLD, ...changed } });
  await settleBadgeTurns();
  expect(await removedSettings.getValue()).toEqual([]);
});

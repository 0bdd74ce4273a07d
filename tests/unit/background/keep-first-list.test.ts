import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { keepFirstList } from '@/lib/background/installed.ts';
import { FIRST_DEFAULT_FEEDS } from '@/lib/domain/watchlist/default-feeds.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { endWorkers, makeWorkersMortal, startWorker } from '../worker/mortal-worker.ts';

const FIRST = FIRST_DEFAULT_FEEDS.map(({ id }) => id);

beforeEach(() => fakeBrowser.reset());

it('an update from 0.2.0 keeps the five feeds that were never changed', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  makeWorkersMortal();
  await fakeBrowser.storage.local.set({ backgroundUpdates: 'saver' });
  startWorker();
  await fakeBrowser.runtime.onInstalled.trigger({ reason: 'update', previousVersion: '0.2.0' });
  await vi.waitFor(async () => expect(await watchlist.getValue()).toEqual(FIRST));
  expect(FIRST).toHaveLength(5);
});
afterEach(() => endWorkers());

it.each([
  ['a list of the user', { watchlist: [FIRST[1]] }, [FIRST[1]]],
  ['the list of a later install', { areSamplesShown: false }, watchlist.fallback],
])('an update keeps %s', async (_what, before: object, expected) => {
  await fakeBrowser.storage.local.set(before);
  await keepFirstList();
  expect(await watchlist.getValue()).toEqual(expected);
});

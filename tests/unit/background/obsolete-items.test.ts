import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { OBSOLETE_KEYS } from '@/lib/storage/obsolete-keys.ts';
import { endWorkers, makeWorkersMortal, startWorker } from '../worker/mortal-worker.ts';

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  makeWorkersMortal();
});
afterEach(() => endWorkers());

it('an update deletes what only earlier versions used', async () => {
  const { local } = fakeBrowser.storage;
  await local.set({
    backgroundUpdates: 'saver',
    ...Object.fromEntries(OBSOLETE_KEYS.map((key) => [key, {}])),
  });
  startWorker();
  await fakeBrowser.runtime.onInstalled.trigger({ reason: 'update', previousVersion: '0.2.0' });
  await vi.waitFor(async () =>
    expect(Object.keys(await local.get()).filter((key) => OBSOLETE_KEYS.includes(key))).toEqual([]),
  );
});

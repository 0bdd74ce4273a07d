import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { OBSOLETE_KEYS } from '@/lib/storage/obsolete-keys.ts';
import { alertReserve, makeRoomForAlerts } from '@/lib/storage/values/alert-reserve.ts';
import { endWorkers, makeWorkersMortal, startWorker } from '../worker/mortal-worker.ts';

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  makeWorkersMortal();
});
afterEach(() => endWorkers());

it('an install keeps room for alerts, and a browser start restores it', async () => {
  startWorker();
  await fakeBrowser.runtime.onInstalled.trigger({ reason: 'install' });
  await vi.waitFor(async () => expect(await alertReserve.getValue()).toHaveLength(131_072));
  await makeRoomForAlerts();
  expect(await alertReserve.getValue()).toBe('');
  await fakeBrowser.runtime.onStartup.trigger();
  await vi.waitFor(async () => expect(await alertReserve.getValue()).toHaveLength(131_072));
});

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

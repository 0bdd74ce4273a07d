import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { requestBudgets } from '@/lib/storage/values/connection-memory.ts';
import { endWorld, prepareWorld, setUpServices } from '../background/services/world.ts';
import { until } from './fast-time.ts';
import { startWorker } from './mortal-worker.ts';

beforeEach(prepareWorld);
afterEach(endWorld);

it('a worker waits for one read of storage before its first request, besides the count of requests', async () => {
  const { all } = await setUpServices([{}]);
  const reads = vi.spyOn(fakeBrowser.storage.local, 'get');
  startWorker();
  await until(() => expect(all[0]?.requests.length).toBeGreaterThan(0));
  const keys = reads.mock.calls.map(([read]) => [read].flat());
  const counted = keys.findIndex((read) => read.includes(requestBudgets.key));
  // The names of the feeds are looked up meanwhile.
  expect(counted).toBeLessThanOrEqual(2);
  expect(keys[0]?.length).toBeGreaterThan(20);
});

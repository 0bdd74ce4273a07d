import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readItems } from '@/lib/storage/areas.ts';
import { staleLimitSeconds } from '@/lib/storage/values/settings.ts';

const { key } = staleLimitSeconds;
const { local, session } = fakeBrowser.storage;

beforeEach(() => local.set({ [key]: 30, other: 'text' }));
afterEach(() => vi.restoreAllMocks());

it('reads that begin together are one round trip, and each gets its own items', async () => {
  const [getLocal, getSession] = [vi.spyOn(local, 'get'), vi.spyOn(session, 'get')];
  expect(
    await Promise.all([
      staleLimitSeconds.getValue(),
      readItems('local', ['other', 'missing']),
      readItems('session', [key]),
    ]),
  ).toEqual([30, { other: 'text' }, {}]);
  expect(getLocal).toHaveBeenCalledOnce();
  expect(getSession).toHaveBeenCalledOnce();
});

it('a later read is another one', async () => {
  await staleLimitSeconds.getValue();
  await local.set({ [key]: 90 });
  expect(await staleLimitSeconds.getValue()).toBe(90);
});

it('a failure is that of the reads that began together', async () => {
  vi.spyOn(local, 'get').mockRejectedValueOnce(new Error('busy'));
  await expect(staleLimitSeconds.getValue()).rejects.toThrow('busy');
  expect(await staleLimitSeconds.getValue()).toBe(30);
});

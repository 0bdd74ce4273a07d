import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import {
  endReadAhead,
  readAhead,
  readItems,
  removeItems,
  writeItems,
} from '@/lib/storage/read-ahead.ts';
import { staleLimitSeconds } from '@/lib/storage/values/settings.ts';

const { key } = staleLimitSeconds;
const { local } = fakeBrowser.storage;

beforeEach(async () => {
  await local.set({ [key]: 30, other: 'unread' });
  readAhead('local', [key, 'missing']);
});

afterEach(() => {
  endReadAhead();
  vi.restoreAllMocks();
});

it('serves what it read without another read', async () => {
  const get = vi.spyOn(local, 'get');
  expect(await staleLimitSeconds.getValue()).toBe(30);
  expect(await readItems('local', [key, 'missing'])).toMatchObject({ [key]: 30 });
  expect(get).not.toHaveBeenCalled();
});

it('reads other items and other areas from the storage', async () => {
  expect(await readItems('local', ['other'])).toEqual({ other: 'unread' });
  expect((await readItems('session', [key]))[key]).toBeUndefined();
});

it.each([
  ['a change by someone else', () => local.set({ [key]: 90 })],
  ['its own write', () => writeItems('local', { [key]: 90 })],
  ['an update', () => staleLimitSeconds.update(() => 90)],
])('does not serve a value from before %s', async (_, change) => {
  await change();
  expect(await staleLimitSeconds.getValue()).toBe(90);
});

it('does not serve a removed value', async () => {
  await removeItems('local', [key]);
  expect(await staleLimitSeconds.getValue()).toBe(staleLimitSeconds.fallback);
});

it('reads under a lock from the storage: the change event of another page may still be on its way', async () => {
  await readItems('local', [key]);
  const get = vi.spyOn(local, 'get');
  await staleLimitSeconds.update((seconds) => seconds);
  expect(get).toHaveBeenCalledOnce();
});

it('serves nothing after its end', async () => {
  endReadAhead();
  const get = vi.spyOn(local, 'get');
  expect(await staleLimitSeconds.getValue()).toBe(30);
  expect(get).toHaveBeenCalledOnce();
});

it('leaves a failure to the read of the value itself', async () => {
  const get = vi.spyOn(local, 'get').mockRejectedValueOnce(new Error('busy'));
  readAhead('local', [key]);
  expect(await staleLimitSeconds.getValue()).toBe(30);
  expect(get).toHaveBeenCalledTimes(2);
});

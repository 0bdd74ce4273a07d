import { expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { OBSOLETE_KEYS, removeObsoleteItems } from '@/lib/storage/obsolete-keys.ts';
import { TABLE } from '@/lib/storage/table.ts';

it('what earlier versions left behind is deleted, and nothing else', async () => {
  await fakeBrowser.storage.local.set({
    serviceStats: { $version: 2, value: { first: [] } },
    watchlist: ['a'],
  });
  await removeObsoleteItems();
  expect(await fakeBrowser.storage.local.get()).toEqual({ watchlist: ['a'] });
});

it('no value that is in use is obsolete', () => {
  const inUse = TABLE.filter(({ area }) => area === 'local').map(({ key }) => key);
  expect(OBSOLETE_KEYS.filter((key) => inUse.includes(key))).toEqual([]);
});

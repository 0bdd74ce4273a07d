import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readLocale } from '../../../tools/locale-texts.ts';
import { setLocale } from '../../base/locale/set-locale.ts';

// Messages are cached for the life of a worker.
beforeEach(() => vi.resetModules());

/** The palette after the first start of a worker whose browser uses `language`. */
async function paletteAfterStart(language: string, isInstalled: boolean): Promise<string> {
  setLocale(readLocale(language), language);
  const { beginSamples } = await import('@/lib/background/samples/install.ts');
  const { appearance } = await import('@/lib/storage/values/settings.ts');
  await beginSamples(Promise.resolve(isInstalled));
  return (await appearance.getValue()).palette;
}

describe('the colors of prices', () => {
  it.each([
    ['zh-CN', 'red-up'],
    ['ja', 'red-up'],
    ['ko', 'red-up'],
    ['en', 'green-up'],
    ['de', 'green-up'],
  ])('after an install in %s are %s', async (language, palette) => {
    expect(await paletteAfterStart(language, true)).toBe(palette);
  });

  it('stay as they are in a profile that was used before', async () => {
    await fakeBrowser.storage.local.set({ watchlist: { v: 1, value: [] } });
    expect(await paletteAfterStart('ja', true)).toBe('green-up');
  });

  it('stay as they are after an update', async () => {
    expect(await paletteAfterStart('ja', false)).toBe('green-up');
  });
});

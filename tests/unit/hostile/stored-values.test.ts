import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { isMap } from '@/lib/base/is-map.ts';
import { readFeedAlerts } from '@/lib/storage/values/alert-states.ts';
import { readFirstPaint } from '@/lib/storage/first-paint.ts';
import { readLatestPrices, watchLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import type { StoredItem } from '@/lib/storage/stored.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC } from '../background/feeds.ts';

// A stored value is input like any other: it may be missing, damaged by hand or by a crash, or be of
// another version. All items of lib/storage are tested, including future ones.

const modules = import.meta.glob<Record<string, unknown>>('/lib/storage/values/*.ts', {
  eager: true,
});
const items = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, StoredItem<unknown>] => isStoredItem(entry[1]));

function isStoredItem(value: unknown): boolean {
  return value instanceof Object && 'parse' in value && 'fallback' in value && 'key' in value;
}

const DEEP = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`) as object;
const DAMAGED: [string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['true', true],
  ['a number', 7],
  ['the largest number', Number.MAX_VALUE],
  ['a fraction', -0.5],
  ['an empty string', ''],
  ['a string', '__proto__'],
  ['a string of 1 MB', 'x'.repeat(1_000_000)],
  ['an empty list', []],
  ['a list of nothing', [null, undefined, null]],
  ['a list of mixed values', [0, '', {}, [], 'x', { id: 1 }, { id: '__proto__' }]],
  ['a list of 10,000', Array.from({ length: 10_000 }, (_, index) => index)],
  ['an empty object', {}],
  ['an object of mixed values', { a: 1, b: null, c: [], constructor: 'x' }],
  ['keys that objects inherit', JSON.parse('{"__proto__":{"a":1},"constructor":{}}')],
  ['a deep object', DEEP],
  ['a value of a newer version', { $version: 99, value: { a: 1 } }],
];

it('finds the stored items', () => {
  expect(items.length).toBeGreaterThan(25);
});

async function readDamaged(item: StoredItem<unknown>, raw: unknown): Promise<void> {
  const area = fakeBrowser.storage[item.area];
  await area.set({ [item.key]: raw });
  const stored = await area.get(item.key);
  const value = await item.getValue();
  // The value can be written and read again.
  expect(item.parse(structuredClone(item.entry(value)[item.key]))).toEqual(value);
  expect(value === undefined).toBe(false);
  // Reading changes nothing: a newer version may understand what this one does not.
  expect(await area.get(item.key)).toEqual(stored);
  await area.clear();
}

it.each(DAMAGED)('every item reads %s as a valid value', async (_, raw) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const faults: string[] = [];
  for (const [name, item] of items) {
    await readDamaged(item, raw).catch((error: unknown) =>
      faults.push(`${name}: ${String(error)}`),
    );
  }
  expect(faults).toEqual([]);
});

describe.each(items)('%s', (_name, item) => {
  it('has its default if nothing is stored', async () => {
    expect(await item.getValue()).toEqual(item.fallback);
  });

  it('ignores fields that it does not know', () => {
    const { fallback } = item;
    if (!isMap(fallback)) return;
    const hasFields = Object.keys(fallback).length > 0 && !(BTC in fallback);
    const { [item.key]: raw } = item.entry(hasFields ? { ...fallback, unknown: [1] } : fallback);
    expect(item.parse(raw)).toEqual(fallback);
  });
});

describe('values with one key per feed', () => {
  it.each(DAMAGED)('%s counts as no price and no alert state', async (_, raw) => {
    await fakeBrowser.storage.session.set({ [`latest:${BTC}`]: raw, [`alerts:${BTC}`]: raw });
    expect(await readLatestPrices([BTC], '')).toEqual(new Map());
    expect((await readFeedAlerts([BTC])).feeds.get(BTC)?.watch ?? null).toBeNull();
  });

  it.each([
    ['', { price: '9'.repeat(2_000) }],
    [' as a text', JSON.stringify({ price: '9'.repeat(2_000) })],
    [' as a text that is cut off', '{"price":"9'],
  ])('announce a damaged price%s as none', async (_, raw) => {
    const heard: unknown[] = [];
    onTestFinished(watchLatestPrices((changed) => heard.push(...changed)));
    await fakeBrowser.storage.session.set({ [`latest:${BTC}`]: raw });
    expect(heard).toEqual([[BTC, undefined]]);
  });

  it.each(DAMAGED)('%s in a text counts as no price', async (_, raw) => {
    await fakeBrowser.storage.session.set({ [`latest:${BTC}`]: JSON.stringify(raw) });
    expect(await readLatestPrices([BTC], '')).toEqual(new Map());
  });
});

it('the popup opens although everything in storage is damaged', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  for (const [, { area, key }] of items) {
    await fakeBrowser.storage[area].set({ [key]: { rubbish: [DEEP] } });
  }
  const paint = await readFirstPaint();
  expect(paint.valueOf(watchlist).length).toBeGreaterThan(0);
});

import { expect, it } from 'vitest';
import { markNextSplit, markSplits } from '@/lib/background/candles/mark-splits.ts';
import { readPastPrice, writePastPrice, type PastPrice } from '@/lib/domain/history/past-price.ts';
import { references } from '@/lib/storage/values/history.ts';
import { BTC, ETH } from '../feeds.ts';
import { memoryCandles } from './memory-candles.ts';

const NOW = 1_795_219_200;
const STEP = 1_800;
const DAY = 86_400;

/** Half hours of two days at 124.81: 499.23 before a split of 4 for 1. */
const candles = Array.from({ length: 96 }, (_, at) => {
  const start = NOW - 2 * DAY + at * STEP;
  return { start, open: 12_481n, high: 12_500n, low: 12_450n, close: 12_481n, isFinal: true };
});
const series = { expo: -2, candles };

const at = (time: number, price: string): PastPrice => ({ time, price, expo: -2, trust: null });
const textOf = (past: PastPrice): string => writePastPrice(past);

it('starts of changes that candles show to be before a split are marked, and no others', async () => {
  const texts = {
    before: textOf(at(NOW - DAY, '49923')),
    after: textOf(at(NOW - 3_600, '12904')),
    unknown: textOf(at(NOW - 7 * DAY, '49923')),
  };
  await references['24h'].setValue({ [BTC]: texts.before, [ETH]: texts.before });
  await references['1h'].setValue({ [BTC]: texts.after });
  await references['7d'].setValue({ [BTC]: texts.unknown });
  await markSplits(BTC, series, '1D');
  expect((await references['24h'].getValue())[BTC]).toBe(texts.before);
  await markSplits(BTC, series, '30');
  const marked = (await references['24h'].getValue())[BTC] ?? '';
  expect(readPastPrice(marked)).toEqual({ time: NOW - DAY, gap: 'split' });
  expect((await references['24h'].getValue())[ETH]).toBe(texts.before);
  expect((await references['1h'].getValue())[BTC]).toBe(texts.after);
  expect((await references['7d'].getValue())[BTC]).toBe(texts.unknown);
});

it('the start that follows a marked one is marked while it is before the split', async () => {
  const store = memoryCandles();
  await store.writeService({
    mark: '',
    storedAt: 0,
    resolutions: ['30'],
    symbols: null,
    longest: {},
  });
  await store.write(BTC, '30', { ...series, from: NOW - 2 * DAY, to: NOW, storedAt: 0 });
  const before = at(NOW - DAY + STEP, '49923');
  expect(await markNextSplit(BTC, before, store)).toEqual({ time: before.time, gap: 'split' });
  const after = at(NOW - 3_600, '12904');
  expect(await markNextSplit(BTC, after, store)).toBe(after);
  expect(await markNextSplit(ETH, before, store)).toBe(before);
});

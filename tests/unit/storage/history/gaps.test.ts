import { expect, it, vi } from 'vitest';
import { readGap } from '@/lib/storage/history/collected-prices.ts';
import { historyRecords } from '@/lib/storage/history/records.ts';
import { toRecord, type HistoryRecord } from '@/lib/domain/history/collected-price.ts';
import { memoryRecords } from './memory-records.ts';

const ID = 'ab'.repeat(32);
const PRICE = {
  price: '100',
  conf: '1',
  expo: -2,
  publishTime: 20,
  emaPrice: '100',
  emaConf: '1',
  emaExpo: -2,
  slot: null,
  prevPublishTime: null,
  proofAvailableTime: null,
  receivedAt: 20_000,
  direction: 0 as const,
};
const GAP: HistoryRecord = { id: ID, at: 10, gap: 'closed' };

it('the gap at the start of a time span is the reason of its first record', async () => {
  const records = memoryRecords();
  await records.write([GAP, toRecord(ID, 20, PRICE)]);
  vi.spyOn(historyRecords, 'read').mockImplementation((...of) => records.read(...of));
  expect(await readGap(ID, 5, 30)).toBe('closed');
  expect(await readGap(ID, 15, 30)).toBeNull();
  expect(await readGap(ID, 25, 30)).toBeNull();
});

it('there is no gap without a database', async () => {
  vi.spyOn(historyRecords, 'read').mockRejectedValue(new Error('no database'));
  expect(await readGap(ID, 5, 30)).toBeNull();
});

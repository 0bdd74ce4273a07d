import { expect, it } from 'vitest';
import {
  followHistoryService,
  judgeByCandles,
  keepStart,
  startsInDoubt,
} from '@/lib/background/candles/judge-starts.ts';
import {
  rateKey,
  readPastPrice,
  writePastPrice,
  type Verdict,
} from '@/lib/domain/history/past-price.ts';
import { references } from '@/lib/storage/values/history.ts';
import { BTC, ETH, EUR } from '../feeds.ts';

const NOW = 1_795_219_200;
const STEP = 1_800;
const DAY = 86_400;

/** Half hours of two days: 124.81 before a split of 4 for 1 by default, which was 499.23. */
function candlesAt(price = 12_481n) {
  const figures = { open: price, high: price + 19n, low: price - 31n, close: price, isFinal: true };
  const starts = Array.from({ length: 96 }, (_, at) => NOW - 2 * DAY + at * STEP);
  const candles = starts.map((start) => ({ start, ...figures }));
  return { expo: -2, candles, from: NOW - 2 * DAY, to: NOW, storedAt: 0 };
}

function startText(
  time: number,
  price: string,
  is: Verdict['is'] | null = 'asked',
  by = '',
): string {
  const verdict = is === null ? undefined : { is, by };
  return writePastPrice({ time, price, expo: -2, trust: 'b2', verdict });
}

const verdictOf = async (id = BTC, period: keyof typeof references = '24h') =>
  readPastPrice((await references[period].getValue())[id] ?? '');

it('candles mark the starts of changes that are before a split, and no others', async () => {
  const before = startText(NOW - DAY, '49923');
  const others = {
    '1h': { [BTC]: startText(NOW - 3_600, '12904') },
    '7d': { [BTC]: startText(NOW - 7 * DAY, '49923') },
    close: { [BTC]: startText(NOW - DAY, '49923', null) },
  };
  await references['24h'].setValue({ [BTC]: before, [ETH]: before });
  for (const [period, texts] of Object.entries(others)) {
    await references[period as keyof typeof others].setValue(texts);
  }
  await judgeByCandles(BTC, { series: candlesAt(), resolution: '1D', by: 'one' });
  expect((await references['24h'].getValue())[BTC]).toBe(before);
  await judgeByCandles(BTC, { series: candlesAt(), resolution: '30', by: 'one' });
  const marked = startText(NOW - DAY, '49923', 'split', 'one');
  expect(await references['24h'].getValue()).toEqual({ [BTC]: marked, [ETH]: before });
  for (const [period, texts] of Object.entries(others)) {
    expect(await references[period as keyof typeof others].getValue()).toEqual(texts);
  }
});

it('a verdict never costs the signed price: other candles, another service or none bring it back', async () => {
  const signed = { time: NOW - DAY, price: '49923', expo: -2, trust: 'b2' };
  const judge = (price: bigint, by: string) =>
    judgeByCandles(BTC, { series: candlesAt(price), resolution: '30', by });
  await references['24h'].setValue({ [BTC]: startText(NOW - DAY, '49923') });
  await judge(12_481n, 'one');
  expect(await verdictOf()).toEqual({ ...signed, verdict: { is: 'split', by: 'one' } });
  await judge(49_900n, 'one');
  expect(await verdictOf()).toEqual({ ...signed, verdict: { is: 'kept', by: 'one' } });
  await judge(12_481n, 'one');
  await followHistoryService('one');
  expect(await verdictOf()).toMatchObject({ verdict: { is: 'split', by: 'one' } });
  await followHistoryService('two');
  expect(await verdictOf()).toEqual({ ...signed, verdict: { is: 'asked', by: '' } });
  await followHistoryService(null);
  expect(await verdictOf()).toEqual(signed);
});

it('a start without candles is kept, and exchange rates of other times are not judged', async () => {
  const rate = { [rateKey(EUR, NOW)]: startText(NOW, '11700', null) };
  await references.close.setValue({ [BTC]: startText(NOW, '49923'), ...rate });
  await keepStart({ id: BTC, time: NOW - 1 }, 'one');
  expect(await verdictOf(BTC, 'close')).toMatchObject({ verdict: { is: 'asked' } });
  await keepStart({ id: BTC, time: NOW }, 'one');
  await followHistoryService('one');
  expect(await references.close.getValue()).toEqual({
    [BTC]: startText(NOW, '49923', 'kept', 'one'),
    ...rate,
  });
});

it.each([
  ['a fall by 74%', '49923', '12904', true],
  ['a reverse split of 1 for 10', '1290', '12904', true],
  ['3 for 2', '49923', '33282', true],
  ['6 for 5, which is below a quarter', '49923', '41603', false],
  ['a usual day', '49923', '51000', false],
])('is in doubt after %s: %s to %s', (_, from, price, isDoubted) => {
  const prices = new Map([[BTC, { price, expo: -2 }]]);
  const texts = { [BTC]: startText(NOW, from), [ETH]: startText(NOW, from) };
  const expected = isDoubted ? [{ id: BTC, time: NOW }] : [];
  expect(startsInDoubt([texts, texts], prices)).toEqual(expected);
  for (const is of ['kept', 'split', null] as const) {
    expect(startsInDoubt([{ [BTC]: startText(NOW, from, is, 'one') }], prices)).toEqual([]);
  }
});

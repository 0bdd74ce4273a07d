import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { inquire } from '@/lib/pages/inquiries.ts';
import { holdingsFile } from '@/lib/pages/proofs/holdings-files.ts';
import type { AnsweredSignedPrice } from '@/lib/pages/questions.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { currencyFeeds, displayCurrency } from '@/lib/storage/values/currency.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { groups, listView } from '@/lib/storage/values/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH } from '../../background/feeds.ts';
import { storedPrice } from '../../domain/holdings/stored-price.ts';
import { check, PUBLISHED, signedBytes } from '../../domain/proofs/builders.ts';

vi.mock('@/lib/pages/inquiries.ts', () => ({ inquire: vi.fn() }));

const NOW_MS = (PUBLISHED + 30) * 1_000;
const EUR = 'ee'.repeat(32);
const COIN = { asset_type: 'Crypto', symbol: 'Crypto.BTC/USD', base: 'BTC', quote_currency: 'USD' };

function answer(id: string, price: string, isClosed = false): AnsweredSignedPrice {
  const stored = storedPrice(price, '100', -2, PUBLISHED);
  return { id, proven: { price: stored, bytes: signedBytes(id, price) }, isClosed };
}

const ANSWERS = [answer(BTC, '6501245'), answer(ETH, '350017', true), answer(EUR, '117')];

function answerWith(prices: readonly AnsweredSignedPrice[]): void {
  vi.mocked(
    inquire<{ kind: 'signed-prices'; ids: string[]; publishTime: number | null }>,
  ).mockResolvedValue({ prices: [...prices] });
}

beforeEach(async () => {
  fakeBrowser.reset();
  await watchlist.setValue([ETH, BTC]);
  await followedFeeds.setValue({ [BTC]: COIN, [ETH]: { ...COIN, symbol: 'Crypto.ETH/USD' } });
  await holdings.setValue({
    [BTC]: { quantity: '2.5', cost: null },
    [ETH]: { quantity: '-10', cost: null },
  });
  await displayCurrency.setValue('EUR');
  await currencyFeeds.setValue({ EUR: { id: EUR, isInverse: false } });
  answerWith(ANSWERS);
});

afterEach(() => vi.clearAllMocks());

const proof = async (time: number | null = PUBLISHED) => {
  const { blob, ...file } = await holdingsFile('proof', time, NOW_MS);
  return { ...file, checked: await check(await blob.text()) };
};

const table = async (): Promise<string[]> => {
  const { blob } = await holdingsFile('csv', PUBLISHED, NOW_MS);
  return (await blob.text()).split('\r\n');
};

describe('the proof of holdings', () => {
  it('asks for the prices of what is held and of what converts it, and is valid', async () => {
    const { name, note, checked } = await proof();
    expect(inquire).toHaveBeenCalledExactlyOnceWith({
      kind: 'signed-prices',
      ids: [ETH, EUR, BTC],
      publishTime: PUBLISHED,
    });
    expect(name).toMatch(/^pricelight_watchlist_proof_/);
    expect(note).toBeUndefined();
    expect(checked.verdict).toBe('valid');
    expect(checked.prices).toHaveLength(3);
    expect(checked.notSigned).toMatchObject({
      savedAt: NOW_MS,
      names: ['ETH/USD', 'BTC/USD', 'EUR/USD'],
      holdings: { group: null, time: PUBLISHED * 1_000, currency: 'EUR' },
    });
  });

  it('of now states the time at which it was asked for', async () => {
    vi.useFakeTimers({ now: NOW_MS + 999, toFake: ['Date'] });
    const { checked } = await proof(null);
    vi.useRealTimers();
    expect(inquire).toHaveBeenCalledWith(expect.objectContaining({ publishTime: null }));
    expect(checked.notSigned?.holdings?.time).toBe(NOW_MS);
  });

  it('is of the selected group', async () => {
    await groups.setValue([{ id: 'g', name: 'Savings', feedIds: [BTC] }]);
    await listView.update((view) => ({ ...view, groupId: 'g' }));
    const { name, checked } = await proof();
    expect(name).toMatch(/^pricelight_Savings_proof_/);
    expect(checked.notSigned?.holdings).toMatchObject({
      group: 'Savings',
      lines: [{ name: 'BTC/USD', quantity: '2.5' }],
    });
  });

  it.each([
    ['its own price', [ANSWERS[0]!, { ...ANSWERS[1]!, proven: null }, ANSWERS[2]!], 'ETH/USD'],
    ['a price that was not answered', [ANSWERS[0]!, ANSWERS[2]!], 'ETH/USD'],
  ])('leaves out what lacks %s, and says so', async (_, answers, name) => {
    answerWith(answers);
    const { note, checked } = await proof();
    expect(note).toContain(name);
    expect(checked.verdict).toBe('valid');
    expect(checked.notSigned?.holdings?.lines).toMatchObject([{ name: 'BTC/USD' }]);
  });

  it('is not made of nothing', async () => {
    answerWith(ANSWERS.slice(0, 2));
    await expect(proof()).rejects.toMatchObject({ problem: 'noHoldings' });
    await holdings.setValue({});
    await expect(proof()).rejects.toMatchObject({ problem: 'noHoldings' });
  });

  it('in grams of gold says by how much an ounce counts', async () => {
    await displayCurrency.setValue('XAU-g');
    await currencyFeeds.setValue({ XAU: { id: EUR, isInverse: false } });
    const { checked } = await proof();
    const rate = { by: 'rate', value: '31.1034768' };
    expect(checked.verdict).toBe('valid');
    expect(checked.notSigned?.holdings?.lines.map((line) => line.rate)).toEqual([rate, rate]);
  });

  it('in the held currency itself needs no price for the value', async () => {
    await displayCurrency.setValue('BTC');
    await currencyFeeds.setValue({ BTC: { id: BTC, isInverse: false } });
    await watchlist.setValue([BTC]);
    const { checked } = await proof();
    expect(checked.verdict).toBe('valid');
    expect(checked.values?.total?.price).toEqual({ mantissa: 25n, expo: -1 });
  });
});

describe('the table of holdings', () => {
  it('keeps every digit, with the rates and the total', async () => {
    const [header, ether, bitcoin, rate, total, ...others] = await table();
    expect(header).toMatch(/^name,id,time,price,.*,quantity,value,value_confidence,currency$/);
    expect(ether).toMatch(/^ETH\/USD,[0-9a-f]{64},2026-11-21T00:00:03Z,3500\.17,1\.00,/);
    expect(ether).toMatch(/,yes,-10,-\d+(\.\d+)?,\d+(\.\d+)?,EUR$/);
    expect(bitcoin).toMatch(/,no,2\.5,\d+(\.\d+)?,\d+(\.\d+)?,EUR$/);
    expect(rate).toMatch(/^EUR\/USD,.*,no,,,,$/);
    expect(total).toMatch(/^total,,2026-11-21T00:00:03Z,,,,,,,\d+(\.\d+)?,\d+(\.\d+)?,EUR$/);
    expect(others).toEqual(['']);
  });

  it('marks prices of another time, and disarms names', async () => {
    await followedFeeds.setValue({ [BTC]: { ...COIN, symbol: 'Crypto.=1+1' }, [ETH]: COIN });
    const [old] = ANSWERS;
    const price = { ...old!.proven!.price, publishTime: PUBLISHED - 61 };
    answerWith([{ ...old!, proven: { ...old!.proven!, price } }, ...ANSWERS.slice(1)]);
    const rows = await table();
    expect(rows.map((row) => row.split(',')[6])).toEqual([
      'time_mark',
      '',
      'early',
      '',
      '',
      undefined,
    ]);
    expect(rows[2]).toMatch(/^'=1\+1,/);
  });
});

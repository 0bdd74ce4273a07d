import { describe, expect, it } from 'vitest';
import { DEFAULT_RESOLUTIONS } from '@/lib/history-service/index.ts';
import type { Dialect } from '../../history-service/server.ts';
import { clientOf, LAST_20, MINUTE, NOW, rejectionOf, startService, summaryOf } from './support.ts';

const DIALECTS: [what: string, dialect: Partial<Dialect>][] = [
  ['the public operator', {}],
  ['`to` is exclusive', { to: 'exclusive' }],
  ['exponents', { hasExponents: true }],
  [
    'all that differs',
    { to: 'exclusive', empty: 'no-lists', hasExponents: true, hasConfig: false },
  ],
];

describe('the same candles from every dialect', () => {
  it.each(DIALECTS)('%s', async (_, dialect) => {
    const plain = await clientOf(await startService()).getCandles(LAST_20);
    expect(plain.candles).toHaveLength(21);
    const service = await startService({ dialect });
    expect(await clientOf(service).getCandles(LAST_20)).toEqual(plain);
  });

  it('closes alone', async () => {
    const service = await startService({ dialect: { isCloseOnly: true } });
    const { candles } = await clientOf(service).getCandles(LAST_20);
    expect(candles).toHaveLength(21);
    expect(
      candles.every(({ open, high, low, close }) => new Set([open, high, low, close]).size === 1),
    ).toBe(true);
  });
});

describe('an empty range', () => {
  // Saturday, 2026-09-26 12:00 in New York; the last minute of the session was Friday 15:59.
  const saturday = 1_790_438_400;
  const friday = Date.UTC(2026, 8, 25, 19) / 1000;
  const range = {
    symbol: 'Equity.US.AAPL/USD',
    from: saturday - 3600,
    to: saturday,
    resolution: '1',
  } as const;

  it.each<[Partial<Dialect>, number | null]>([
    [{ empty: 'ok' }, null],
    [{ empty: 'no-data' }, null],
    [{ empty: 'no-lists' }, null],
    [{ empty: 'no-data', nextTime: 'seconds' }, friday],
    [{ empty: 'no-lists', nextTime: 'milliseconds' }, friday],
  ])('%j', async (dialect, nextTime) => {
    const service = await startService({ dialect, now: () => saturday * 1000 });
    const page = await clientOf(service).getCandles(range);
    expect(page).toEqual({ expo: 0, candles: [], dropped: 0, nextTime });
  });

  it.each(['-5', '1e30', '1.5', '"soon"', 'null', '[]'])(
    'ignores the next time %s',
    async (text) => {
      const service = await startService();
      service.fail({ kind: 'body', body: `{"s":"no_data","nextTime":${text}}` });
      const page = clientOf(service).getCandles(range);
      if (text === '[]') expect(summaryOf(await rejectionOf(page))).toHaveProperty('issues');
      else expect((await page).nextTime).toBeNull();
    },
  );
});

describe('times of bars', () => {
  it.each([1, 1_000, 1_000_000])('are read in any unit, here 1/%i s', async (unit) => {
    const service = await startService();
    const [first, second] = [1_795_392_000, 1_795_478_400];
    const t = `[${first * unit},${second * unit}]`;
    service.fail({ kind: 'body', body: `{"s":"ok","t":${t},"c":[1,2]}` });
    const range = { symbol: 'Crypto.BTC/USD', from: first, to: second, resolution: '1D' } as const;
    const { candles, dropped } = await clientOf(service).getCandles(range);
    expect(candles.map(({ start }) => start)).toEqual([first, second]);
    expect(dropped).toBe(0);
  });
});

describe('resolutions', () => {
  it('are those of /config', async () => {
    const resolutions = await clientOf(await startService()).getResolutions();
    expect(resolutions).toEqual([
      '1',
      '2',
      '5',
      '15',
      '30',
      '60',
      '120',
      '240',
      '360',
      '720',
      '1D',
      '1W',
      '1M',
    ]);
  });

  it('are the defaults without it', async () => {
    const service = await startService({ dialect: { hasConfig: false } });
    expect(await clientOf(service).getResolutions()).toEqual(DEFAULT_RESOLUTIONS);
  });

  it.each([
    ['{}', DEFAULT_RESOLUTIONS],
    ['{"supported_resolutions":null}', DEFAULT_RESOLUTIONS],
    ['{"supported_resolutions":[]}', DEFAULT_RESOLUTIONS],
    ['{"supported_resolutions":["7S","100T","-1","0","1441",null,{}]}', DEFAULT_RESOLUTIONS],
    ['{"supported_resolutions":[5,"5","D","1D","W"]}', ['5', '1D', '1W']],
  ])('of %s', async (body, expected) => {
    const service = await startService();
    service.fail({ kind: 'body', body });
    expect(await clientOf(service).getResolutions()).toEqual(expected);
  });

  it('are not guessed after another failure', async () => {
    const service = await startService();
    service.fail({ kind: 'status', status: 403, body: 'no' });
    const error = await rejectionOf(clientOf(service).getResolutions());
    expect(summaryOf(error)).toMatchObject({ status: 403 });
  });
});

it('requests the range, the resolution and the adjustment as UDF writes them', async () => {
  const service = await startService();
  const client = clientOf(service);
  await client.getCandles({ ...LAST_20, isSplitAdjusted: true });
  expect(service.requests[0]).toMatchObject({
    path: '/history',
    query: `symbol=Crypto.BTC%2FUSD&resolution=1&from=${NOW - 20 * MINUTE}&to=${NOW + 1}&split_adjusted=true`,
  });
});

it.each([
  { from: 1.5 },
  { from: NOW + 1 },
  { from: -1 },
  { to: Number.NaN },
  { symbol: '' },
  { symbol: 'x'.repeat(101) },
  { resolution: '7S' as '1D' },
])('makes no request for %j', async (wrong) => {
  const service = await startService();
  const error = await rejectionOf(clientOf(service).getCandles({ ...LAST_20, ...wrong }));
  expect(error).toBeInstanceOf(TypeError);
  expect(service.requests).toEqual([]);
});

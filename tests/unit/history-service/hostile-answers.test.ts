import { describe, expect, it } from 'vitest';
import { LIES, type Lie, type LieName } from '../../history-service/server.ts';
import type { Fault } from '../../price-service/server.ts';
import { clientOf, LAST_20, NOW, rejectionOf, startService, summaryOf } from './support.ts';

/** The result of reading 21 bars, the last of which is not final. */
const WHOLE = { candles: 21, dropped: 0 };
const ONE_LESS = { candles: 20, dropped: 1 };
const NONE = { candles: 0, dropped: 0 };
const invalid = (issue: string) => ({ name: 'InvalidResponseError', status: 200, issues: [issue] });
const told = (message: string) => ({ name: 'HistoryServiceError', message });
const noNetwork = (problem: string) => ({ name: 'NetworkError', problem });
const TIMEOUT = { name: 'RequestTimeoutError', message: 'No answer from history within 100 ms' };

const FALSEHOODS: Record<LieName, object> = {
  'ten times the price': WHOLE,
  'backward order': WHOLE,
  'each bar twice': WHOLE,
  'a day in the future': NONE,
  'a year in the past': NONE,
  'one close too few': invalid('c: not as many as t'),
  'one low too many': invalid('l: not as many as t'),
  // The first price of a bar may be its highest and its lowest one.
  'high and low swapped': { candles: 0, dropped: 21 },
  'an infinite high': ONE_LESS,
  'an absurd high': ONE_LESS,
  'a tiny low': ONE_LESS,
  'no close': ONE_LESS,
  'a close in words': ONE_LESS,
  'a close that is a list': ONE_LESS,
  'half a second': ONE_LESS,
  'a time beyond any date': ONE_LESS,
};

const body = (text: string, headers?: Record<string, string>): Fault => ({
  kind: 'body',
  body: text,
  ...(headers && { headers }),
});
const list = (count: number, item: string) => Array.from({ length: count }, () => item).join(',');

const bars = (count: number) => body(`{"s":"ok","t":[${list(count, '1')}]}`);
const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const KEYS = Array.from({ length: 2000 }, (_, index) => `"k${index}":[]`).join();
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const TOO_LARGE = { ...invalid('body: larger than 3 MiB'), isTooLarge: true };

const BROKEN: [what: string, fault: Fault, outcome: object][] = [
  ['an empty body', body(''), invalid('body: not JSON')],
  ['half of the answer', { kind: 'truncate' }, invalid('body: not JSON')],
  ['words', { kind: 'malformed' }, invalid('body: not JSON')],
  ['NaN', body('{"s":"ok","t":[60],"c":[NaN]}'), invalid('body: not JSON')],
  ['Infinity', body('{"s":"ok","t":[60],"c":[-Infinity]}'), invalid('body: not JSON')],
  ['a leading zero', body('{"s":"ok","t":[60],"c":[01]}'), invalid('body: not JSON')],
  ['a number with two points', body('{"s":"ok","t":[1.2.3],"c":[1]}'), invalid('body: not JSON')],
  ['an unfinished exponent', body('{"s":"ok","t":[60],"c":[1e]}'), invalid('body: not JSON')],
  ['an unfinished string', body('{"s":"ok","t":["\\'), invalid('body: not JSON')],
  ['null', body('null'), invalid('body: invalid_union')],
  ['a list', body('[]'), invalid('body: invalid_union')],
  ['an unknown state', body('{"s":"fine","t":[],"c":[]}'), invalid('body: invalid_union')],
  ['lists that are maps', body('{"s":"ok","t":{},"c":{}}'), invalid('body: invalid_union')],
  ['times without closes', body('{"s":"ok","t":[60]}'), invalid('c: not as many as t')],
  ['deep lists', body(`{"s":"ok","t":${DEEP}}`), invalid('body: more than 16 levels')],
  ['many keys', body(`{"s":"ok",${KEYS}}`), invalid('body: more than 200 fields')],
  ['a million bars', bars(200_000), invalid('body: more than 151000 values')],
  [
    'more bars than a chart draws',
    body(`{"s":"ok","t":[${list(25_001, '1')}],"c":[${list(25_001, '1')}]}`),
    invalid('t: more than 25000 bars'),
  ],
  ['an endless body', { kind: 'huge', bytes: 2 ** 40 }, TOO_LARGE],
  [
    'a million digits',
    body(`{"s":"ok","t":[60],"c":[${'9'.repeat(1e6)}]}`),
    { ...NONE, dropped: 1 },
  ],
  ['a page of a proxy', body('<html>Log in</html>', HTML), invalid('content-type: not JSON')],
  [
    'an error of the service',
    body('{"s":"error","errmsg":"unknown_symbol"}'),
    told('unknown_symbol'),
  ],
  [
    'a long error of the service',
    body(`{"s":"error","errmsg":"${'x'.repeat(10_000)}"}`),
    told('x'.repeat(300)),
  ],
  ['an error without a text', body('{"s":"error"}'), told('')],
  ['an error whose text is a list', body('{"s":"error","errmsg":[[]]}'), told('')],
  ['a lost connection', { kind: 'reset', where: 'body' }, noNetwork('broken')],
  ['no connection', { kind: 'reset', where: 'before' }, noNetwork('unreachable')],
  ['no answer', { kind: 'hang', where: 'before' }, TIMEOUT],
  ['half of an answer, then nothing', { kind: 'hang', where: 'body' }, TIMEOUT],
  ...([301, 302, 303, 307, 308] as const).map((status): [string, Fault, object] => [
    `a redirect, ${status}`,
    { kind: 'redirect', status, location: '/v1/elsewhere' },
    noNetwork('refused-redirect'),
  ]),
];

const NOT_ENTITLED = 'Not entitled: feed 1314 (no grant accepts this feed)';
const refusal = (status: number, more: Partial<Fault & { kind: 'status' }> = {}): Fault => ({
  kind: 'status',
  status,
  ...more,
});

const REFUSED: [what: string, fault: Fault, outcome: object][] = [
  ['without a token', refusal(401, { body: 'unauthorized' }), { detail: 'unauthorized' }],
  ['a feed out of reach', refusal(403, { body: NOT_ENTITLED }), { detail: NOT_ENTITLED }],
  ['an unknown symbol', refusal(404, { body: 'not found' }), { detail: 'not found' }],
  [
    'too many requests',
    refusal(429, { body: 'slow', headers: { 'retry-after': '7' } }),
    { detail: 'slow', retryAfterMs: 7000 },
  ],
  ['requests without a time', refusal(429, { headers: { 'retry-after': 'soon' } }), {}],
  ['a page of a proxy', refusal(502, { body: '<h1>', headers: HTML }), {}],
  [
    'a text that never ends',
    refusal(403, { body: 'Not entitled: Not entitled', hangs: true }),
    { detail: 'Not entitled:' },
  ],
];

async function outcomeOf({ fault, lie }: { fault?: Fault; lie?: Lie }): Promise<object> {
  const service = await startService();
  if (fault) service.fail(fault);
  if (lie) service.lie(lie);
  const timeoutMs = fault?.kind === 'hang' ? 100 : 60_000;
  const client = clientOf(service, { timeoutMs });
  try {
    const { candles, dropped } = await client.getCandles(LAST_20);
    const starts = candles.map(({ start }) => start);
    expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
    for (const { open, high, low, close } of candles) {
      expect(low <= open && low <= close && open <= high && close <= high).toBe(true);
    }
    return { candles: candles.length, dropped };
  } catch (error) {
    if (error instanceof Error && error.name === 'AssertionError') throw error;
    return summaryOf(error);
  }
}

describe('candles', () => {
  it('are whole where nothing is wrong', async () => {
    expect(await outcomeOf({})).toEqual(WHOLE);
  });

  it.each(Object.entries(FALSEHOODS))('with %s', async (name, outcome) => {
    expect(await outcomeOf({ lie: LIES[name as LieName] })).toEqual(outcome);
  });

  it.each(BROKEN)('with %s', async (_, fault, outcome) => {
    expect(await outcomeOf({ fault })).toEqual(outcome);
  });

  it.each(REFUSED)('refused: %s', async (_, fault, outcome) => {
    const { status } = fault as Fault & { kind: 'status' };
    expect(await outcomeOf({ fault })).toEqual({ name: 'HttpStatusError', status, ...outcome });
  });
});

it('one feed that is refused leaves the others alone', async () => {
  const service = await startService();
  service.fail({ kind: 'status', status: 403, body: 'Not entitled', path: 'ETH/USD' });
  service.lie('one close too few', []);
  const client = clientOf(service);
  const eth = { ...LAST_20, symbol: 'Crypto.ETH/USD' };
  expect(summaryOf(await rejectionOf(client.getCandles(eth)))).toMatchObject({ status: 403 });
  expect((await client.getCandles(LAST_20)).candles).toHaveLength(21);
});

it('the last candle may be unfinished; an earlier one is final, also at the end of a range', async () => {
  const service = await startService();
  const client = clientOf(service);
  const { candles } = await client.getCandles(LAST_20);
  expect(candles.map(({ isFinal }) => isFinal)).toEqual([...Array(20).fill(true), false]);
  // A service that sends more than it was asked for shows that the last one of the range is final.
  service.fail({ kind: 'body', body: `{"s":"ok","t":[${NOW - 60},${NOW}],"c":[1,2]}` });
  const page = await client.getCandles({ ...LAST_20, to: NOW - 60 });
  expect(page.candles).toEqual([
    { start: NOW - 60, open: 1n, high: 1n, low: 1n, close: 1n, isFinal: true },
  ]);
});

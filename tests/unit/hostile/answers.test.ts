import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../price-service/server.ts';
import { BTC, ETH, EUR } from '../background/feeds.ts';
import { takeAnswer } from './worker.ts';

// Whatever a service sends: an invalid response causes a clear message, and invalid data of one
// feed does not affect the others.

const MIB = 1024 * 1024;
const NOW = Math.floor(Date.now() / 1_000);

interface Figure {
  price: unknown;
  conf: unknown;
  expo: unknown;
  publish_time: unknown;
}

const GOOD: Figure = { price: '250742000000', conf: '90000000', expo: -8, publish_time: NOW };

function item(id: string, figure: Partial<Figure> = {}, ema: Partial<Figure> = figure) {
  return {
    id,
    price: { ...GOOD, ...figure },
    ema_price: { ...GOOD, ...ema },
    metadata: { slot: 7, proof_available_time: NOW, prev_publish_time: NOW - 1 },
  };
}

function answer(...parsed: unknown[]): string {
  return JSON.stringify({ binary: { encoding: 'hex', data: [] }, parsed });
}

function bodyFault(body: string): Fault {
  return { kind: 'body', body };
}

describe('an invalid answer', () => {
  const deep = `${'{"a":['.repeat(200_000)}${']}'.repeat(200_000)}`;
  it.each<[string, Fault]>([
    ['100 MB', { kind: 'huge', bytes: 100_000_000 }],
    [
      'a gzip bomb: 1 GB in 1 MB',
      {
        kind: 'body',
        body: gzipSync(Buffer.alloc(1_000_000_000, ' '), { level: 1, memLevel: 9 }),
        headers: { 'content-encoding': 'gzip' },
      },
    ],
    [
      'what only claims to be gzip',
      { kind: 'body', body: '{}', headers: { 'content-encoding': 'gzip' } },
    ],
    ['deep JSON', bodyFault(deep)],
    ['deep JSON in an unknown field', bodyFault(`{"binary":5,"x":${deep}}`)],
    ['an array with a million wrong items', bodyFault(`{"binary":[${'0,'.repeat(1e6)}0]}`)],
    ['a number of a million digits', bodyFault('1'.repeat(1e6))],
    ['keys of objects', bodyFault('{"__proto__":{"binary":1},"constructor":{"prototype":{}}}')],
    ["another origin's login page", bodyFault('<html><script>alert(1)</script></html>')],
    ['nothing', bodyFault('')],
    [
      'a 429 whose words never end',
      { kind: 'status', status: 429, body: 'Too many requests', hangs: true },
    ],
    [
      'a 503 that asks for a pause of centuries',
      { kind: 'status', status: 503, headers: { 'retry-after': '9'.repeat(400) } },
    ],
  ])('%s', async (_, fault) => {
    const { sentence, prices, bytesRead } = await takeAnswer(fault);
    expect(sentence).toMatch(/^[A-Z][^<>{}]*\.$/);
    expect(prices.size).toBe(0);
    // At most one chunk beyond the limit.
    expect(bytesRead).toBeLessThan(66 * MIB);
  });

  it('does not change the prototype of all objects', () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect('binary' in {}).toBe(false);
  });
});

describe('invalid data of one feed', () => {
  const digits = '9'.repeat(10_000);
  it.each<[string, ReturnType<typeof item>[]]>([
    ['expo 2,000,000,000', [item(BTC, { expo: 2_000_000_000 })]],
    ['expo -2,000,000,000', [item(BTC, { expo: -2_000_000_000 })]],
    ['expo beyond 2^53', [item(BTC, { expo: 2 ** 60 })]],
    ['a mantissa of 10,000 digits', [item(BTC, { price: digits })]],
    ['a confidence of 10,000 digits', [item(BTC, { conf: digits })]],
    ['an EMA of 10,000 digits', [item(BTC, {}, { price: digits })]],
    ...['', 'NaN', '1e5', '0x10', '1_000', ' 1', '١٢٣', '-', '1.5', '__proto__'].map(
      (price): [string, ReturnType<typeof item>[]] => [
        `the mantissa ${JSON.stringify(price)}`,
        [item(BTC, { price })],
      ],
    ),
    ['a publish time in 9999', [item(BTC, { publish_time: 253_402_300_799 })]],
    ['a publish time beyond 2^53', [item(BTC, { publish_time: 2 ** 60 })]],
  ])('%s: it is left out', async (_, bad) => {
    const { sentence, prices } = await takeAnswer(bodyFault(answer(...bad, item(ETH))));
    expect(sentence).toBeNull();
    expect([...prices.keys()]).toEqual([ETH]);
  });

  it('of a feed that occurs twice, the newer price counts, in any order', async () => {
    const older = item(BTC, { price: '1', publish_time: NOW - 5 });
    const newer = item(BTC, { price: '2' });
    for (const parsed of [
      [older, newer],
      [newer, older],
    ]) {
      const { prices } = await takeAnswer(bodyFault(answer(...parsed)));
      expect(prices.get(BTC)?.price).toBe('2');
    }
  });

  it('feeds that were not requested are not stored', async () => {
    const foreign = [EUR, '__proto__', 'constructor', 'toString', '', BTC.slice(1), `${BTC}0`];
    const body = answer(...foreign.map((id) => item(id)), item(ETH));
    const { prices, sentence } = await takeAnswer(bodyFault(body));
    expect(sentence).toBeNull();
    expect([...prices.keys()]).toEqual([ETH]);
  });
});

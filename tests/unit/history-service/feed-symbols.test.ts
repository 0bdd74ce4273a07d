import { describe, expect, it, vi } from 'vitest';
import { HistoryServiceClient } from '@/lib/history-service/index.ts';
import { BTC, clientOf, ETH, rejectionOf, startService, summaryOf } from './support.ts';

const entry = (change: object = {}) => ({ hermes_id: BTC, symbol: 'Crypto.BTC/USD', ...change });
const plain = 'Crypto.BTC/USD';

async function symbolsOf(list: unknown) {
  const service = await startService();
  service.fail({ kind: 'body', body: JSON.stringify(list) });
  return clientOf(service).getFeedSymbols();
}

describe('the symbols of the feeds', () => {
  it('are beside the channel, and give candles', async () => {
    const service = await startService({ lacks: [ETH] });
    const client = clientOf(service);
    const symbols = await client.getFeedSymbols();
    expect(service.requests[0]).toMatchObject({ path: '/v1/symbols', query: '' });
    expect(symbols?.get(BTC)).toBe('Crypto.BTC/USD');
    expect(symbols?.has(ETH)).toBe(false);
  });

  it('are not where the base URL has no channel', async () => {
    const client = new HistoryServiceClient('https://udf.example/api');
    expect(await client.getFeedSymbols()).toBeNull();
  });

  it.each<[what: string, list: unknown, symbols: [string, string][]]>([
    ['nothing', [], []],
    ['any form of an id', [entry({ hermes_id: `0x${BTC.toUpperCase()}` })], [[BTC, plain]]],
    ['numbers where texts belong', [entry({ state: 5 })], [[BTC, plain]]],
    [
      'an inactive and a stable entry',
      [
        entry({ symbol: 'Old', state: 'inactive' }),
        entry({ state: 'stable' }),
        entry({ symbol: 'Third', state: 'stable' }),
      ],
      [[BTC, plain]],
    ],
    [
      'entries without an id, a symbol or sense',
      [
        entry({ hermes_id: null }),
        entry({ hermes_id: 'ff' }),
        { hermes_id: ETH },
        entry({ hermes_id: ETH, symbol: '' }),
        null,
        7,
        'x',
        [],
        entry(),
      ],
      [[BTC, plain]],
    ],
  ])('%s', async (_, list, symbols) => {
    expect([...((await symbolsOf(list)) ?? [])]).toEqual(symbols);
  });

  it('must be a list', async () => {
    const error = await rejectionOf(symbolsOf({ symbols: [] }));
    expect(summaryOf(error)).toMatchObject({
      name: 'InvalidResponseError',
      issues: ['body: invalid_type'],
    });
  });

  it.each([
    ['a million entries', `[${'[],'.repeat(999_999)}[]]`],
    [
      'an entry of many fields',
      `[{${Array.from({ length: 300 }, (_, at) => `"k${at}":1`).join(',')}}]`,
    ],
    ['many levels', `[${'['.repeat(100)}${']'.repeat(100)}]`],
    ['13 MiB', `["${'x'.repeat(13 * 2 ** 20)}"]`],
  ])('with %s are refused before they are parsed', async (_, body) => {
    const service = await startService();
    service.fail({ kind: 'body', body });
    const parse = vi.spyOn(JSON, 'parse');
    const error = await rejectionOf(clientOf(service).getFeedSymbols());
    expect(summaryOf(error)).toMatchObject({ name: 'InvalidResponseError', isTooLarge: true });
    expect(parse.mock.calls.filter(([text]) => text === body)).toEqual([]);
    parse.mockRestore();
  });

  it('of 5,000 feeds take several turns', async () => {
    const list = Array.from({ length: 5000 }, (_, index) =>
      entry({ hermes_id: index.toString(16).padStart(64, '0'), description: 'x'.repeat(500) }),
    );
    expect((await symbolsOf(list))?.size).toBe(5000);
  });
});

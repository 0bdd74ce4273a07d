import { describe, expect, it } from 'vitest';
import { askInBatches, pollPrices } from '@/lib/background/poll.ts';
import {
  HttpStatusError,
  type PriceServiceClient,
  type PriceUpdate,
} from '@/lib/price-service/index.ts';
import { BTC, ETH, EUR, item } from './feeds.ts';

type Ask = (ids: readonly string[]) => Promise<unknown>;

/** A client whose far side knows only some feeds, and counts the calls. */
function clientOf(known: readonly string[], refuse: (unknown: string[]) => Error) {
  const calls: string[][] = [];
  const getLatestPriceUpdates: Ask = async (ids) => {
    calls.push([...ids]);
    const unknown = ids.filter((id) => !known.includes(id));
    if (unknown.length > 0) throw refuse(unknown);
    return {
      binary: { encoding: 'hex', data: [] },
      parsed: ids.map((id) => item(id, '1', 1).item),
    };
  };
  return { client: { getLatestPriceUpdates } as unknown as PriceServiceClient, calls };
}

const idsOf = (updates: readonly PriceUpdate[]): string[] =>
  updates.flatMap(({ parsed }) => (parsed ?? []).map(({ id }) => id));

const signal = new AbortController().signal;
const silent404 = (): Error => new HttpStatusError(404);

describe('pollPrices', () => {
  it('asks once where all feeds are known', async () => {
    const { client, calls } = clientOf([BTC, ETH], silent404);
    const { updates, missing } = await pollPrices(client, [BTC, ETH], signal);
    expect(idsOf(updates)).toEqual([BTC, ETH]);
    expect(missing).toEqual({});
    expect(calls).toHaveLength(1);
  });

  it('splits a refused batch until the offenders are known', async () => {
    const { client } = clientOf([BTC, EUR], silent404);
    const { updates, missing } = await pollPrices(client, [BTC, ETH, EUR], signal);
    expect(idsOf(updates)).toEqual([BTC, EUR]);
    expect(missing).toEqual({ [ETH]: 'unknown' });
  });

  it('takes the offenders from the answer where it names them', async () => {
    const { client, calls } = clientOf(
      [BTC, EUR],
      (unknown) =>
        new HttpStatusError(404, { detail: `Price ids not found: ${unknown.join(', ')}` }),
    );
    const { missing } = await pollPrices(client, [BTC, ETH, EUR], signal);
    expect(missing).toEqual({ [ETH]: 'unknown' });
    expect(calls).toEqual([
      [BTC, ETH, EUR],
      [BTC, EUR],
    ]);
  });

  it('tells a feed without data from an unknown one', async () => {
    const { client } = clientOf(
      [BTC],
      () => new HttpStatusError(404, { detail: 'Update data not found' }),
    );
    const { missing } = await pollPrices(client, [BTC, ETH], signal);
    expect(missing).toEqual({ [ETH]: 'no-data' });
  });

  it('passes any other failure on', async () => {
    const { client } = clientOf([], () => new HttpStatusError(401));
    await expect(pollPrices(client, [BTC], signal)).rejects.toMatchObject({ status: 401 });
  });
});

const feedIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index + 1).toString(16).padStart(64, '0'));

describe('a round', () => {
  it('ends soon where the service knows none of 1,000 feeds', async () => {
    const { client, calls } = clientOf([], silent404);
    const { none, missing } = await pollPrices(client, feedIds(1_000), signal);
    expect(calls.length).toBeLessThanOrEqual(12);
    expect(calls.every((ids) => ids.length <= 80)).toBe(true);
    expect(none).toBe('unknown');
    expect(missing).toEqual({});
  });
});

describe('askInBatches', () => {
  const noData = (): Error => new HttpStatusError(404, { detail: 'Update data not found' });

  it('splits off the doubtful feeds first, and believes them to be alike', async () => {
    const { client, calls } = clientOf([BTC], noData);
    const { updates, missing } = await askInBatches(
      [ETH, BTC, EUR],
      (batch) => client.getLatestPriceUpdates(batch),
      { isDoubtful: (id) => id !== BTC },
    );
    expect(idsOf(updates)).toEqual([BTC]);
    expect(missing).toEqual({ [ETH]: 'no-data', [EUR]: 'no-data' });
    expect(calls).toEqual([[ETH, BTC, EUR], [BTC], [ETH, EUR]]);
  });

  it('still takes what the service has of them', async () => {
    const { client } = clientOf([ETH, EUR], noData);
    const { updates, missing } = await askInBatches(
      [ETH, BTC, EUR],
      (batch) => client.getLatestPriceUpdates(batch),
      { isDoubtful: (id) => id !== BTC },
    );
    expect(idsOf(updates)).toEqual([ETH, EUR]);
    expect(missing).toEqual({ [BTC]: 'no-data' });
  });
});

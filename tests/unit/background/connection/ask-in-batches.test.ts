import { describe, expect, it } from 'vitest';
import { askInBatches } from '@/lib/background/connection/ask-in-batches.ts';
import type { Verdicts } from '@/lib/background/connection/round.ts';
import { HttpStatusError, type PriceUpdate } from '@/lib/price-service/index.ts';
import { BTC, ETH, EUR, parsedItem } from '../feeds.ts';

/** A call to a service that knows only some feeds. Records the requested ids. */
function callOf(known: readonly string[], refuse: (unknown: string[]) => Error) {
  const calls: string[][] = [];
  const call = async (ids: readonly string[]): Promise<PriceUpdate> => {
    calls.push([...ids]);
    const unknown = ids.filter((id) => !known.includes(id));
    if (unknown.length > 0) throw refuse(unknown);
    return {
      binary: { encoding: 'hex', data: [] },
      parsed: ids.map((id) => parsedItem(id, '1', 1)),
    };
  };
  return { call, calls };
}

const idsOf = (updates: readonly PriceUpdate[]): string[] =>
  updates.flatMap(({ parsed }) => (parsed ?? []).map(({ id }) => id));

const silent404 = (): Error => new HttpStatusError(404);

describe('askInBatches', () => {
  it('makes one request if all feeds are known', async () => {
    const { call, calls } = callOf([BTC, ETH], silent404);
    const { updates, missing } = await askInBatches([BTC, ETH], call);
    expect(idsOf(updates)).toEqual([BTC, ETH]);
    expect(missing).toEqual({});
    expect(calls).toHaveLength(1);
  });

  it('splits a refused batch until the refused feeds are known', async () => {
    const { call } = callOf([BTC, EUR], silent404);
    const { updates, missing } = await askInBatches([BTC, ETH, EUR], call);
    expect(idsOf(updates)).toEqual([BTC, EUR]);
    expect(missing).toEqual({ [ETH]: 'unknown' });
  });

  it('uses the names of refused feeds in the answer', async () => {
    const { call, calls } = callOf(
      [BTC, EUR],
      (unknown) =>
        new HttpStatusError(404, { detail: `Price ids not found: ${unknown.join(', ')}` }),
    );
    const { missing } = await askInBatches([BTC, ETH, EUR], call);
    expect(missing).toEqual({ [ETH]: 'unknown' });
    expect(calls).toEqual([
      [BTC, ETH, EUR],
      [BTC, EUR],
    ]);
  });

  it('distinguishes a feed without data from an unknown one', async () => {
    const { call } = callOf(
      [BTC],
      () => new HttpStatusError(404, { detail: 'Update data not found' }),
    );
    const { missing } = await askInBatches([BTC, ETH], call);
    expect(missing).toEqual({ [ETH]: 'no-data' });
  });

  it('rejects with any other failure', async () => {
    const { call } = callOf([], () => new HttpStatusError(401));
    await expect(askInBatches([BTC], call)).rejects.toMatchObject({ status: 401 });
  });
});

const feedIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index + 1).toString(16).padStart(64, '0'));

const entitlement = (refused: readonly string[]): Error =>
  new HttpStatusError(403, { detail: `Not entitled: feed ${refused.slice(0, 4).join(', ')}` });

describe('a round', () => {
  const ALL = feedIds(1_000);

  it.each<[string, (unknown: string[]) => Error, string]>([
    ['without a message', silent404, 'unknown'],
    [
      'because it has no data',
      () => new HttpStatusError(404, { detail: 'Update data not found' }),
      'no-data',
    ],
    [
      'and names a few at a time',
      (ids) =>
        new HttpStatusError(404, { detail: `Price ids not found: ${ids.slice(0, 4).join()}` }),
      'unknown',
    ],
    ['and names one at a time', (ids) => entitlement(ids.slice(0, 1)), 'not-covered'],
  ])(
    'makes few requests if the service refuses all of 1,000 feeds %s',
    async (_, refuse, reason) => {
      const { call, calls } = callOf([], refuse);
      const { none, missing, suspects } = await askInBatches(ALL, call);
      expect(calls.length).toBeLessThanOrEqual(12);
      expect(calls.every((ids) => ids.length <= 80)).toBe(true);
      expect(none).toBe(reason);
      expect(missing).toEqual({});
      expect(suspects).toMatchObject({ ids: ALL, emptyRounds: 1 });
    },
  );

  it.each([1, 3, 20])('recognizes that none of %d feeds is known', async (count) => {
    const { call, calls } = callOf([], silent404);
    expect((await askInBatches(feedIds(count), call)).none).toBe('unknown');
    expect(calls.length).toBeLessThanOrEqual(6);
  });

  it('takes other samples in the next round, and continues when the service knows its feeds', async () => {
    const far = callOf([], silent404);
    const first = await askInBatches(ALL, far.call);
    const { suspects } = await askInBatches([], far.call, { suspects: first.suspects });
    expect(suspects.emptyRounds).toBe(2);
    const samples = far.calls.filter(({ length }) => length === 1).flat();
    expect(new Set(samples).size).toBe(samples.length);

    const { call, calls } = callOf(ALL, silent404);
    const back = await askInBatches([], call, { suspects });
    expect(back.none).toBeNull();
    expect(back.answered.length).toBeGreaterThan(500);
    expect(back.suspects.emptyRounds).toBe(0);
    expect(calls.length).toBeLessThanOrEqual(10);
  });

  it.each([0, 79, 80, 133, 199])('finds one unknown feed of 200 (no. %d)', async (place) => {
    const ids = feedIds(200);
    const known = ids.toSpliced(place, 1);
    const { missing, rounds, mostCalls } = await searchToTheEnd(ids, known, silent404);
    expect(missing).toEqual({ [ids[place] ?? '']: 'unknown' });
    expect(rounds).toBeLessThanOrEqual(2);
    expect(mostCalls).toBeLessThanOrEqual(13);
  });

  it('finds 100 of 1,000 feeds in small rounds, across workers', async () => {
    const known = ALL.filter((_, index) => index % 10 !== 3);
    const { missing, rounds, mostCalls } = await searchToTheEnd(ALL, known, silent404);
    expect(Object.keys(missing)).toHaveLength(100);
    expect(mostCalls).toBeLessThanOrEqual(13 + 10);
    expect(rounds).toBeLessThan(70);
  });

  it('reports its progress after each request of the search', async () => {
    const ids = feedIds(80);
    const { call, calls } = callOf(ids.slice(0, 79), silent404);
    let stored: Verdicts | undefined;
    const dying = askInBatches(ids, call, {
      onProgress: async (verdicts) => {
        stored = verdicts;
        if (verdicts.answered.length >= 60) throw new Error('the worker died');
      },
    });
    await expect(dying).rejects.toThrow('the worker died');
    const { length } = calls;
    const { suspects, missing } = await askInBatches(stored?.answered ?? [], call, {
      ...stored,
    });
    expect(missing).toEqual({ [ids[79] ?? '']: 'unknown' });
    expect(suspects.ids).toEqual([]);
    expect(calls.slice(length + 1).flat().length).toBeLessThan(30);
  });

  it('does not mark a feed as unknown unless it was refused alone', async () => {
    // The first request is refused, all others are answered.
    let refusals = 1;
    const { call } = callOf([BTC, ETH, EUR], silent404);
    const refusedOnce = async (batch: string[]): Promise<PriceUpdate> => {
      if (refusals-- > 0) throw silent404();
      return call(batch);
    };
    const { missing, answered } = await askInBatches([BTC, ETH, EUR], refusedOnce);
    expect(missing).toEqual({});
    expect(new Set(answered)).toEqual(new Set([BTC, ETH, EUR]));
  });

  it('repeats the request without a feed that the access token does not cover', async () => {
    const { call, calls } = callOf([BTC, EUR], entitlement);
    const { updates, missing, none } = await askInBatches([BTC, ETH, EUR], call);
    expect(idsOf(updates)).toEqual([BTC, EUR]);
    expect(missing).toEqual({ [ETH]: 'not-covered' });
    expect(none).toBeNull();
    expect(calls).toEqual([
      [BTC, ETH, EUR],
      [BTC, EUR],
    ]);
  });

  it.each([
    ['names none', undefined],
    ['names one that was not requested', `Not entitled: feed ${'ab'.repeat(32)}`],
    ['names half of one', `Not entitled: feed ${BTC.slice(0, 32)}`],
  ])('fails with a 403 that %s', async (_, detail) => {
    const { call, calls } = callOf([], () => new HttpStatusError(403, detail ? { detail } : {}));
    await expect(askInBatches([BTC, ETH], call)).rejects.toMatchObject({ status: 403 });
    expect(calls).toHaveLength(1);
  });

  it('does not search unless it may', async () => {
    const { call, calls } = callOf([BTC], silent404);
    const suspects = { ids: [ETH, EUR], refused: 2, batchSize: 0, emptyRounds: 0 };
    const options = { suspects, canSearch: false };
    expect(await askInBatches([BTC], call, options)).toMatchObject({
      suspects,
      missing: {},
    });
    expect(calls).toEqual([[BTC]]);
  });
});

/** Runs rounds, each in a new worker, until there are no suspects. */
async function searchToTheEnd(
  ids: readonly string[],
  known: readonly string[],
  refuse: (unknown: string[]) => Error,
) {
  const far = callOf(known, refuse);
  let missing: Verdicts['missing'] = {};
  let { suspects } = await askInBatches([], far.call);
  let rounds = 0;
  let mostCalls = 0;
  do {
    const before = far.calls.length;
    const isSuspected = new Set([...suspects.ids, ...Object.keys(missing)]);
    const asked = ids.filter((id) => !isSuspected.has(id));
    const result = await askInBatches(asked, far.call, { suspects });
    missing = { ...missing, ...result.missing };
    // Storage does the same.
    suspects = structuredClone(result.suspects);
    expect(result.updates.length).toBeGreaterThan(0);
    mostCalls = Math.max(mostCalls, far.calls.length - before);
    rounds += 1;
  } while (suspects.ids.length > 0 && rounds < 500);
  return { missing, rounds, mostCalls };
}

describe('doubtful feeds', () => {
  const noData = (): Error => new HttpStatusError(404, { detail: 'Update data not found' });

  it('are split off first, and treated alike', async () => {
    const { call, calls } = callOf([BTC], noData);
    const { updates, missing } = await askInBatches([ETH, BTC, EUR], call, {
      isDoubtful: (id) => id !== BTC,
    });
    expect(idsOf(updates)).toEqual([BTC]);
    expect(missing).toEqual({ [ETH]: 'no-data', [EUR]: 'no-data' });
    expect(calls).toEqual([[ETH, BTC, EUR], [BTC], [ETH, EUR]]);
  });

  it('are still returned if the service has them', async () => {
    const { call } = callOf([ETH, EUR], noData);
    const { updates, missing } = await askInBatches([ETH, BTC, EUR], call, {
      isDoubtful: (id) => id !== BTC,
    });
    expect(idsOf(updates)).toEqual([ETH, EUR]);
    expect(missing).toEqual({ [BTC]: 'no-data' });
  });

  it('do not need many requests if the service has no data of any feed', async () => {
    const { call, calls } = callOf([], noData);
    const ids = feedIds(80);
    const result = await askInBatches(ids, call);
    expect(result.none).toBe('no-data');
    expect(calls.length).toBeLessThanOrEqual(6);
  });
});

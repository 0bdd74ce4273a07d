import { describe, expect, it } from 'vitest';
import { askFeeds, MOST_APART, type AskOptions } from '@/lib/background/connection/ask-feeds.ts';
import { HttpStatusError, type PriceUpdate } from '@/lib/price-service/index.ts';
import { BTC, ETH, EUR, parsedItem } from '../feeds.ts';

/** A service that knows only some feeds. Records the requested ids. */
function serviceOf(known: readonly string[], refuse: (unknown: string[]) => Error) {
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
  return { calls, ask: (ids: string[], options?: AskOptions) => askFeeds(ids, call, options) };
}

const nameless = (): Error => new HttpStatusError(404);
const noData = (): Error => new HttpStatusError(404, { detail: 'Update data not found' });
const naming = (ids: string[]): Error =>
  new HttpStatusError(404, { detail: `Price ids not found: ${ids.join()}` });
const entitlement = (ids: readonly string[]): Error =>
  new HttpStatusError(403, { detail: `Not entitled: feed ${ids.join()}` });

const feedIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index + 1).toString(16).padStart(64, '0'));

describe('askFeeds', () => {
  it('makes one request if all feeds are known', async () => {
    const { ask, calls } = serviceOf([BTC, ETH], nameless);
    expect(await ask([BTC, ETH])).toMatchObject({ answered: [BTC, ETH], missing: {}, apart: [] });
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['unknown', naming],
    ['not-covered', entitlement],
  ])('requests the others again if the service names a feed: %s', async (reason, refuse) => {
    const { ask, calls } = serviceOf([BTC, EUR], refuse);
    expect(await ask([BTC, ETH, EUR])).toMatchObject({ missing: { [ETH]: reason }, none: null });
    expect(calls).toEqual([
      [BTC, ETH, EUR],
      [BTC, EUR],
    ]);
  });

  it('requests each feed alone if the service names none', async () => {
    const { ask, calls } = serviceOf([BTC, EUR], noData);
    const answer = await ask([BTC, ETH, EUR]);
    expect(answer).toMatchObject({ answered: [BTC, EUR], missing: { [ETH]: 'no-data' } });
    expect(calls.slice(1)).toEqual([[BTC], [ETH], [EUR]]);
  });

  it('requests only a few alone in each round, and the rest in the next ones', async () => {
    const ids = feedIds(40);
    const { ask, calls } = serviceOf(ids.toSpliced(33, 1), nameless);
    const missing = {};
    let answer = await ask(ids);
    expect(calls).toHaveLength(1 + MOST_APART);
    for (let round = 0; round < 7; round += 1) {
      answer = await ask([], { apart: answer.apart, knowsSome: true });
      Object.assign(missing, answer.missing);
    }
    expect(answer.apart).toEqual([]);
    expect(missing).toEqual({ [ids[33] ?? '']: 'unknown' });
  });

  it('asks for the other batches although one was refused', async () => {
    const ids = feedIds(200);
    const { ask } = serviceOf(ids.toSpliced(70, 1), nameless);
    const { answered, apart } = await ask(ids);
    expect(answered.length).toBe(125);
    expect(apart.length).toBe(80 - MOST_APART);
  });

  it.each([1, 3, 20, 1_000])('blames no feed if none of %d is known', async (count) => {
    const { ask, calls } = serviceOf([], nameless);
    const answer = await ask(feedIds(count));
    expect(answer).toMatchObject({ none: 'unknown', missing: {}, apart: [] });
    expect(calls.length).toBeLessThanOrEqual(1 + MOST_APART);
    const first = calls.slice(1).flat();
    await ask(feedIds(count), { emptyRounds: 1 });
    // The next round asks for other feeds.
    const next = calls
      .filter(({ length }) => length === 1)
      .flat()
      .slice(first.length);
    if (count > 2 * MOST_APART) expect(next.filter((id) => first.includes(id))).toEqual([]);
  });

  it('blames the feeds if the service names all of them, or is known to have others', async () => {
    const { ask } = serviceOf([], naming);
    expect(await ask([BTC, ETH])).toMatchObject({ none: null, missing: { [BTC]: 'unknown' } });
    const alone = await serviceOf([], nameless).ask([], { apart: [BTC], knowsSome: true });
    expect(alone).toMatchObject({ none: null, missing: { [BTC]: 'unknown' } });
  });

  it.each([
    ['names none', undefined],
    ['names one that was not requested', `Not entitled: feed ${'ab'.repeat(32)}`],
  ])('rejects with a 403 that %s', async (_, detail) => {
    const { ask, calls } = serviceOf([], () => new HttpStatusError(403, detail ? { detail } : {}));
    await expect(ask([BTC, ETH])).rejects.toMatchObject({ status: 403 });
    expect(calls).toHaveLength(1);
  });

  it('asks together for feeds that probably have no price', async () => {
    const { ask, calls } = serviceOf([BTC], noData);
    const { missing } = await ask([ETH, BTC, EUR], { isDoubtful: (id) => id !== BTC });
    expect(missing).toEqual({ [ETH]: 'no-data', [EUR]: 'no-data' });
    expect(calls).toEqual([[ETH, BTC, EUR], [BTC], [ETH, EUR]]);
  });
});

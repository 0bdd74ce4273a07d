import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askFeeds, MOST_REQUESTS, type AskOptions } from '@/lib/background/connection/ask-feeds.ts';
import { HttpStatusError, type PriceUpdate } from '@/lib/price-service/index.ts';
import type { Feeds } from '@/lib/domain/connection/memory.ts';
import { afterAnswer, feedsToAsk, lackingAt } from '@/lib/background/connection/feeds.ts';
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

const NOW = Date.UTC(2026, 10, 22, 7);

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

  it('halves a refused batch if the service names none, and blames only a feed refused alone', async () => {
    const { ask, calls } = serviceOf([BTC, EUR], noData);
    const answer = await ask([BTC, ETH, EUR]);
    expect(answer).toMatchObject({ answered: [BTC, EUR], missing: { [ETH]: 'no-data' } });
    expect(calls).toEqual([[BTC, ETH, EUR], [BTC, ETH], [BTC], [ETH], [EUR]]);
  });

  it('finds one nameless feed of 20 in the first round, wherever it is', async () => {
    const ids = feedIds(20);
    for (const id of ids) {
      const { ask, calls } = serviceOf(
        ids.filter((other) => other !== id),
        nameless,
      );
      expect((await ask(ids)).missing).toEqual({ [id]: 'unknown' });
      expect(calls.length).toBeLessThanOrEqual(MOST_REQUESTS);
    }
  });

  it('brings the prices of most feeds in the first round, wherever the refused one of 80 is', async () => {
    const ids = feedIds(80);
    for (const id of ids) {
      const { ask, calls } = serviceOf(
        ids.filter((other) => other !== id),
        nameless,
      );
      const { answered } = await ask(ids);
      expect(answered.length).toBeGreaterThanOrEqual(60);
      expect(calls.length).toBeLessThanOrEqual(MOST_REQUESTS);
    }
  });

  it.each([
    [80, 6, 30],
    [200, 3, 11],
  ])('settles %d feeds, %d of them refused, in %d rounds', async (count, most, mostRounds) => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(count - 1), { maxLength: most }), async (places) => {
        const ids = feedIds(count);
        const unknown = places.map((place) => ids[place] ?? '');
        const { ask, calls } = serviceOf(
          ids.filter((id) => !unknown.includes(id)),
          nameless,
        );
        let feeds: Feeds = { verdicts: {}, suppliers: {}, suppliedAt: 0 };
        const asked: string[][] = [];
        for (let rounds = 0; rounds === 0 || asked.at(-1)?.length !== count; rounds += 1) {
          expect(rounds).toBeLessThan(mostRounds);
          const { batch, apart } = feedsToAsk(feeds, 'a', ids, NOW);
          const answer = await ask([...batch], { apart, knowsSome: rounds > 0 });
          expect(calls.splice(0).length).toBeLessThanOrEqual(MOST_REQUESTS);
          feeds = afterAnswer(feeds, 'a', answer, NOW);
          const lacking = Object.keys(lackingAt(feeds, 'a', ids));
          asked.push([...feedsToAsk(feeds, 'a', ids, NOW).batch, ...lacking]);
        }
        expect(Object.keys(lackingAt(feeds, 'a', ids)).toSorted()).toEqual(unknown.toSorted());
      }),
      { numRuns: 300 },
    );
  });

  it('asks for the other batches although one was refused', async () => {
    const ids = feedIds(200);
    const { ask, calls } = serviceOf(ids.toSpliced(70, 1), nameless);
    const { answered } = await ask(ids);
    expect(answered.length).toBeGreaterThanOrEqual(120 + 60);
    expect(calls).toHaveLength(MOST_REQUESTS);
  });

  it.each([1, 3, 20, 1_000])('blames no feed if none of %d is known', async (count) => {
    const { ask, calls } = serviceOf([], nameless);
    const answer = await ask(feedIds(count));
    expect(answer).toMatchObject({ none: 'unknown', missing: {}, apart: [] });
    expect(calls.length).toBeLessThanOrEqual(MOST_REQUESTS);
    const first = calls.splice(0).filter(({ length }) => length === 1);
    await ask(feedIds(count), { emptyRounds: 1 });
    // The next round asks for other feeds.
    const next = calls.filter(({ length }) => length === 1);
    if (count > 10) expect(next.flat().filter((id) => first.flat().includes(id))).toEqual([]);
  });

  it('blames the feeds if the service names all of them, or is known to have others', async () => {
    const { ask } = serviceOf([], naming);
    expect(await ask([BTC, ETH])).toMatchObject({ none: null, missing: { [BTC]: 'unknown' } });
    const alone = await serviceOf([], nameless).ask([], { apart: [[BTC]], knowsSome: true });
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

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventOf, tryService } from '@/lib/background/connection/try-service.ts';
import type { Service } from '@/lib/background/connection/service.ts';
import { NoFeedKnownError, NotCoveredError } from '@/lib/domain/connection/feed-refusal.ts';
import { StorageWriteError } from '@/lib/storage/storage-write-error.ts';
import { HttpStatusError, RequestTimeoutError } from '@/lib/price-service/index.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BASE_URL } from '../../storage/requests/budgets.ts';
import { priceUpdate } from '../../price-service/support.ts';
import { BTC, ETH } from '../feeds.ts';

/** When every response here was published, in unix seconds. */
const ANSWERED = 1_790_000_000;

let asked: string[] = [];

beforeEach(async () => {
  asked = [];
  await watchlist.setValue([BTC, ETH]);
});

afterEach(() => vi.useRealTimers());

/** Tries a service while these publish times are known, in seconds relative to its response. */
async function tryKnowing(known: Record<string, number>, error?: Error) {
  const client = {
    getLatestPriceUpdates: async (ids: string[]) => {
      asked.push(...ids);
      if (error) throw error;
      return priceUpdate(ids[0]);
    },
  };
  const prices = new Map(
    Object.entries(known).map(([id, seconds]) => {
      const publishTime = ANSWERED + seconds;
      return [id, { publishTime, receivedAt: (ANSWERED + 10) * 1_000 } as StoredPrice] as const;
    }),
  );
  const service = { baseUrl: BASE_URL, client } as unknown as Service;
  const { event, isNews } = await tryService(service, { prices });
  return { kind: event.kind, isNews, asked };
}

it('asks for the feed with the newest price', async () => {
  expect(await tryKnowing({ [BTC]: -20, [ETH]: -1 })).toEqual({
    kind: 'ok',
    isNews: true,
    asked: [ETH],
  });
});

it('a service whose price is over a minute older than a known one does not work', async () => {
  expect(await tryKnowing({ [BTC]: 61 })).toMatchObject({ kind: 'lost', isNews: false });
  expect(await tryKnowing({ [BTC]: 60 })).toMatchObject({ kind: 'ok', isNews: false });
});

it('a price that is dated far ahead says nothing about other services', async () => {
  expect(await tryKnowing({ [BTC]: 86_400 })).toMatchObject({ kind: 'ok', isNews: false });
  expect(await tryKnowing({ [BTC]: -5, [ETH]: 86_400 })).toMatchObject({ isNews: true });
  expect(asked).toEqual([BTC, BTC]);
});

it('a service works if it only refuses the feed', async () => {
  const refusal = new HttpStatusError(404);
  expect(await tryKnowing({}, refusal)).toEqual({ kind: 'ok', isNews: false, asked: [BTC] });
});

it('a refused token and an error are told apart', async () => {
  expect(await tryKnowing({}, new HttpStatusError(401))).toMatchObject({
    kind: 'refused',
  });
  expect(await tryKnowing({}, new HttpStatusError(503))).toMatchObject({
    kind: 'failed',
  });
});

it('a service that comes back while a request hangs is asked once more, and works', async () => {
  vi.useFakeTimers();
  const startedAt = Date.now();
  const answers = [() => new Promise<never>(() => {}), async () => priceUpdate(BTC)];
  const getLatestPriceUpdates = vi.fn(() =>
    answers[getLatestPriceUpdates.mock.calls.length - 1]?.(),
  );
  const client: unknown = { getLatestPriceUpdates };
  const service = { baseUrl: BASE_URL, client } as Service;
  const trial = tryService(service, { prices: new Map() });
  await vi.advanceTimersByTimeAsync(1_300);
  expect(await trial).toEqual({ event: { kind: 'ok' }, isNews: false });
  expect(Date.now() - startedAt).toBeLessThan(2_000);
  expect(getLatestPriceUpdates).toHaveBeenCalledTimes(2);
});

it('a service that refuses the first of two requests is not sent the second one afterward', async () => {
  vi.useFakeTimers();
  const signals: AbortSignal[] = [];
  const refuse = async () =>
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new HttpStatusError(403)), 1_500);
    });
  // The second one waits for the request limit.
  const wait = () => new Promise<never>(() => {});
  const getLatestPriceUpdates = (_ids: string[], { signal }: { signal: AbortSignal }) =>
    signals.push(signal) === 1 ? refuse() : wait();
  const client: unknown = { getLatestPriceUpdates };
  const trial = tryService({ baseUrl: BASE_URL, client } as Service, { prices: new Map() });
  await vi.advanceTimersByTimeAsync(1_600);
  expect((await trial).event.kind).toBe('refused');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

it('a service that stays silent was tried when it was first asked', async () => {
  vi.useFakeTimers();
  const askedAt = Date.now();
  const hang = async () =>
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new RequestTimeoutError('latest', 2_500)), 2_500);
    });
  const client: unknown = { getLatestPriceUpdates: hang };
  const trial = tryService({ baseUrl: BASE_URL, client } as Service, { prices: new Map() });
  await vi.advanceTimersByTimeAsync(4_000);
  expect((await trial).event).toMatchObject({ kind: 'failed', askedAt });
});

it.each([
  ['a full storage', new StorageWriteError('prices could not be stored.'), null],
  ['a feed that the access token does not cover', new NotCoveredError(1), null],
  ['any other failure', new Error('reset'), 'failed'],
  ['no price of any feed', new NoFeedKnownError('no-data'), 'lost'],
  ['no feed that it knows', new NoFeedKnownError('unknown'), 'refused'],
])('%s says this about the service', (_, error, kind) => {
  const decision = { next: 'retry', reason: { code: 'unreachable' }, remedy: null } as const;
  expect(eventOf(error, decision)?.kind ?? null).toBe(kind);
});

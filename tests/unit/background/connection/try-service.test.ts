import { beforeEach, expect, it } from 'vitest';
import { tryService } from '@/lib/background/connection/try-service.ts';
import type { Service } from '@/lib/background/connection/service.ts';
import { HttpStatusError } from '@/lib/price-service/index.ts';
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
  return (await tryService(service, { prices })).kind;
}

it('asks for the feed with the newest price', async () => {
  expect(await tryKnowing({ [BTC]: -20, [ETH]: -1 })).toBe('ok');
  expect(asked).toEqual([ETH]);
});

it('a service whose price is over a minute older than a known one does not work', async () => {
  expect(await tryKnowing({ [BTC]: 61 })).toBe('failed');
  expect(await tryKnowing({ [BTC]: 60 })).toBe('ok');
});

it('a price that is dated far ahead says nothing about other services', async () => {
  expect(await tryKnowing({ [BTC]: 86_400 })).toBe('ok');
  await tryKnowing({ [BTC]: -5, [ETH]: 86_400 });
  expect(asked).toEqual([BTC, BTC]);
});

it('a service works if it only refuses the feed', async () => {
  expect(await tryKnowing({}, new HttpStatusError(404))).toBe('ok');
  expect(asked).toEqual([BTC]);
});

it('a refused token and an error are told apart', async () => {
  expect(await tryKnowing({}, new HttpStatusError(401))).toBe('refused');
  expect(await tryKnowing({}, new HttpStatusError(503))).toBe('failed');
});

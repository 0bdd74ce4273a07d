import { expect, it } from 'vitest';
import { feedsToTry, tryService } from '@/lib/background/connection/try-service.ts';
import type { Service } from '@/lib/background/connection/service.ts';
import { HttpStatusError } from '@/lib/price-service/index.ts';
import { priceUpdate } from '../../price-service/support.ts';
import { BTC, ETH, EUR } from '../feeds.ts';

/** Tries a service that answers like this. Returns the feeds that it was asked for, too. */
async function tryWith(answer: (id: string) => Error | boolean, feeds = [BTC, ETH]) {
  const asked: string[] = [];
  const client = {
    getLatestPriceUpdates: async (ids: string[]) => {
      asked.push(...ids);
      const given = answer(ids[0] ?? '');
      if (given instanceof Error) throw given;
      return priceUpdate(ids[0]);
    },
  } as unknown as Service['client'];
  const service = { pauseEndsAt: async () => null, hasToken: true, client };
  const outcome = await tryService(service, feeds, async (_, id) => answer(id) === true);
  return { kind: outcome.kind, asked };
}

it('a service works if it brings news', async () => {
  expect(await tryWith(() => true)).toEqual({ kind: 'ok', asked: [BTC] });
  expect(await tryWith(() => false)).toEqual({ kind: 'failed', asked: [BTC] });
});

it('another feed is asked for if the service refuses one', async () => {
  const refuse = new HttpStatusError(404);
  expect(await tryWith((id) => id !== BTC || refuse)).toEqual({ kind: 'ok', asked: [BTC, ETH] });
  const many = Array.from({ length: 9 }, (_, index) => String(index).padStart(64, '0'));
  const none = await tryWith(() => refuse, many);
  expect(none).toEqual({ kind: 'failed', asked: many.slice(0, 3) });
});

it('a refused token and an error are told apart', async () => {
  expect((await tryWith(() => new HttpStatusError(401))).kind).toBe('refused');
  expect((await tryWith(() => new HttpStatusError(503))).kind).toBe('failed');
});

it('the feed with the newest price is asked for first, unless it is dated ahead or lacking', () => {
  const receivedAt = 1_790_000_010_000;
  const known = (seconds: number) => ({ publishTime: 1_790_000_000 + seconds, receivedAt });
  const prices = new Map([
    [BTC, known(-20)],
    [ETH, known(-1)],
    [EUR, known(86_400)],
  ]);
  expect(feedsToTry([BTC, EUR, ETH], {}, prices)).toEqual([ETH, BTC, EUR]);
  expect(feedsToTry([BTC, EUR, ETH], { [ETH]: 'unknown' }, prices)).toEqual([BTC, EUR]);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askInTurn, eventIn } from '@/lib/background/connection/ask-in-turn.ts';
import type { Service } from '@/lib/background/connection/service.ts';
import type { Trial } from '@/lib/background/connection/try-service.ts';
import { NetworkError } from '@/lib/price-service/index.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BASE_URL } from '../../storage/requests/budgets.ts';
import { priceUpdate } from '../../price-service/support.ts';
import { BTC } from '../feeds.ts';

const HANGS = 60_000;

/** How a service answers, and after how many milliseconds. */
type Answer = [kind: 'ok' | 'error', afterMs: number];

let asked: string[] = [];

beforeEach(async () => {
  asked = [];
  await watchlist.setValue([BTC]);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function serviceOf(id: string, [kind, afterMs]: Answer): Service {
  const getLatestPriceUpdates = async () => {
    asked.push(id);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    if (kind === 'error') throw new NetworkError('latest', 'unreachable');
    return priceUpdate();
  };
  return { id, baseUrl: BASE_URL, client: { getLatestPriceUpdates } } as unknown as Service;
}

/** Asks these services, the first of which is in use. */
async function askAll(...answers: readonly Answer[]) {
  const [current, ...others] = answers.map((answer, place) =>
    serviceOf('abc'.charAt(place), answer),
  );
  if (!current) throw new Error('no service');
  const startedAt = Date.now();
  let tookMs = 0;
  const search = askInTurn(
    current,
    { othersOf: async () => others },
    { prices: new Map() },
  ).finally(() => {
    tookMs = Date.now() - startedAt;
  });
  await vi.advanceTimersByTimeAsync(2 * HANGS);
  const findings = await search;
  return {
    // One that hangs is asked once more.
    asked: [...new Set(asked)],
    tookMs,
    kinds: answers.map((_, place) => eventIn(findings, 'abc'.charAt(place)).kind),
  };
}

it('asks no other service if the one in use answers', async () => {
  expect(await askAll(['ok', 300], ['ok', 10])).toMatchObject({ asked: ['a'], tookMs: 300 });
});

it('asks the next one at once if the one in use fails', async () => {
  const found = await askAll(['error', 20], ['ok', 30], ['ok', 10]);
  expect(found).toMatchObject({ asked: ['a', 'b'], kinds: ['lost', 'ok', 'lost'] });
  expect(found.tookMs).toBeLessThan(100);
});

it('gives up the one in use 0.7 s after it was asked, if another one answers', async () => {
  const found = await askAll(['ok', HANGS], ['ok', 30]);
  expect(found.kinds).toEqual(['lost', 'ok']);
  expect(found.tookMs).toBe(700);
});

it('keeps the one in use if it answers right after another one', async () => {
  const found = await askAll(['ok', 1_550], ['ok', 1_100]);
  expect(found).toMatchObject({ asked: ['a', 'b'], kinds: ['ok', 'ok'] });
});

it('passes a service that hangs too', async () => {
  const found = await askAll(['ok', HANGS], ['ok', HANGS], ['ok', 30]);
  expect(found).toMatchObject({ asked: ['a', 'b', 'c'], kinds: ['lost', 'lost', 'ok'] });
  expect(found.tookMs).toBe(700);
});

it('waits for the one in use if no other one answers', async () => {
  const found = await askAll(['ok', 2_000], ['error', 10], ['error', 10]);
  expect(found).toMatchObject({ asked: ['a', 'b', 'c'], kinds: ['ok', 'lost', 'lost'] });
});

it('tells of each answer, also of one that came after the search', async () => {
  const [current, other] = [serviceOf('a', ['error', 1_000]), serviceOf('b', ['ok', 30])];
  const onFound = vi.fn<(service: Service, trial: Trial) => Promise<void>>(async () => {});
  const search = askInTurn(
    current,
    { othersOf: async () => [other], onFound },
    { prices: new Map() },
  );
  await vi.advanceTimersByTimeAsync(HANGS);
  expect(eventIn(await search, 'a').kind).toBe('lost');
  const told = onFound.mock.calls.map(([{ id }, { event }]) => [id, event.kind]);
  expect(told).toEqual([
    ['b', 'ok'],
    ['a', 'failed'],
  ]);
});

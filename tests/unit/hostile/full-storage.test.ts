import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { refreshCatalog } from '@/lib/background/connection/catalog.ts';
import { createRecorder } from '@/lib/background/recorder.ts';
import { RequestBudget } from '@/lib/storage/requests/request-budget.ts';
import { RequestPausedError } from '@/lib/domain/connection/state.ts';
import { PriceServiceClient } from '@/lib/price-service/index.ts';
import { catalog } from '@/lib/storage/catalog-store.ts';
import { catalogStatus } from '@/lib/storage/values/catalog.ts';
import { BASE_URL, budgetOf, forgetRequests } from '../storage/requests/budgets.ts';
import { journal } from '@/lib/storage/values/diagnostics.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { StorageWriteError } from '@/lib/storage/storage-write-error.ts';
import { BTC, ETH } from '../background/feeds.ts';

// Full local storage. For full session storage see background/price-intake.test.ts, for alerts that
// cannot be stored background/alerts/alerts.test.ts.

const FULL = new Error('QUOTA_BYTES quota exceeded');
const { signal } = new AbortController();

/** From now on no larger value can be stored; the returned function makes room again. */
function fill(largest: number): () => void {
  const { local } = fakeBrowser.storage;
  const set = local.set.bind(local);
  const setIfSmall = (items: object): Promise<void> =>
    JSON.stringify(items).length > largest ? Promise.reject(FULL) : set(items);
  const free = (): void => void Object.assign(local, { set });
  Object.assign(local, { set: setIfSmall });
  onTestFinished(free);
  return free;
}

function offering(...ids: string[]): PriceServiceClient {
  const body = JSON.stringify(ids.map((id) => ({ id, attributes: { symbol: 'x'.repeat(200) } })));
  const fetch = async () => new Response(body);
  return new PriceServiceClient('https://prices.example', { httpRetries: 0, fetch });
}

describe('while storage is full', () => {
  beforeEach(async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    await forgetRequests();
  });

  it('requests continue within the rate limit, and a pause remains', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    fill(0);
    const budget = new RequestBudget();
    for (let count = 0; count < 8; count += 1) await budget.take(BASE_URL);
    let isSent = false;
    const ninth = budget.take(BASE_URL).then(() => (isSent = true));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isSent).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await ninth;
    await budget.refuse(BASE_URL, { status: 429, retryAfterMs: 60_000 });
    await expect(budget.take(BASE_URL)).rejects.toBeInstanceOf(RequestPausedError);
    await vi.advanceTimersByTimeAsync(60_000);
    await budget.take(BASE_URL);
  });

  it('the requests in the meantime are stored once there is room', async () => {
    const free = fill(0);
    const budget = new RequestBudget();
    await budget.take(BASE_URL);
    expect((await budgetOf(BASE_URL)).sentAt).toEqual([]);
    free();
    await budget.take(BASE_URL);
    expect((await budgetOf(BASE_URL)).sentAt).toHaveLength(2);
  });

  it('the old catalog remains, and the reason is correct', async () => {
    await refreshCatalog({ id: 'a', client: offering(BTC) }, signal);
    const full = vi.spyOn(fakeBrowser.storage.session, 'set').mockRejectedValue(FULL);
    await refreshCatalog({ id: 'a', client: offering(BTC, ETH) }, signal);
    expect((await catalog.getValue()).feeds).toHaveLength(1);
    expect((await catalogStatus.getValue()).error).toEqual({ code: 'catalog-not-stored' });
    full.mockRestore();
    await refreshCatalog({ id: 'a', client: offering(BTC, ETH) }, signal);
    expect((await catalog.getValue()).feeds).toHaveLength(2);
    expect((await catalogStatus.getValue()).error).toBeNull();
  });

  it('events are notified once there is room', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const free = fill(0);
    const first = { kind: 'text', text: 'First.' } as const;
    const second = { kind: 'text', text: 'Second.' } as const;
    const recorder = createRecorder();
    const update = vi.spyOn(journal, 'update');
    recorder.log(first);
    vi.advanceTimersByTime(10_000);
    await vi.waitFor(() => expect(update.mock.settledResults[0]?.type).toBe('rejected'));
    free();
    recorder.log(second);
    vi.advanceTimersByTime(10_000);
    await vi.waitFor(async () =>
      expect((await journal.getValue()).map(({ event }) => event)).toEqual([first, second]),
    );
  });

  it('the worker continues even if the reason cannot be stored', async () => {
    fill(0);
    await expect(
      refreshCatalog({ id: 'a', client: offering(BTC) }, signal),
    ).resolves.toBeUndefined();
  });

  it('a setting is unchanged, and the caller gets the reason', async () => {
    await watchlist.setValue([BTC]);
    const free = fill(0);
    const attempt = watchlist.update((ids) => [...ids, ETH]);
    await expect(attempt).rejects.toThrow(StorageWriteError);
    await expect(attempt).rejects.toMatchObject({ cause: FULL });
    free();
    expect(await watchlist.getValue()).toEqual([BTC]);
  });
});

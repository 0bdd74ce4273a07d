import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cache } from '@/lib/background/cached.ts';
import { createLastResponses } from '@/lib/background/connection/last-responses.ts';
import { lastResponses } from '@/lib/storage/values/last-responses.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { serviceWith } from '../../domain/connection/services.ts';

const NOW = Date.UTC(2026, 10, 22, 7, 30);

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  await priceServices.setValue(['a', 'b', 'c'].map((id) => serviceWith({ id })));
});
afterEach(() => {
  vi.useRealTimers();
});

const saved = async () => {
  await vi.advanceTimersByTimeAsync(10_000);
  return lastResponses.getValue();
};

it('knows the last response of each listed service, and how fast it was', async () => {
  await lastResponses.setValue({ gone: { at: NOW, latencyMs: 5 } });
  const tracker = createLastResponses(cache(priceServices));
  tracker.onSuccess('a', 300);
  vi.advanceTimersByTime(1_000);
  tracker.onSuccess('a', 91);
  tracker.onSuccess('removed', 1);
  expect(await lastResponses.getValue()).not.toHaveProperty('a');
  expect(await saved()).toEqual({ a: { at: NOW + 1_000, latencyMs: 91 } });
});

it('prices of an open stream are a response, which the latency of its request outlasts', async () => {
  const tracker = createLastResponses(cache(priceServices));
  tracker.onSuccess('a', 91);
  await saved();
  // The next worker.
  const next = createLastResponses(cache(priceServices));
  next.onPrices('a');
  next.onPrices('b');
  expect(await saved()).toEqual({
    a: { at: NOW + 10_000, latencyMs: 91 },
    b: { at: NOW + 10_000, latencyMs: null },
  });
});

it('is written once for many responses', async () => {
  const written = vi.fn();
  const stop = lastResponses.watch(written);
  const tracker = createLastResponses(cache(priceServices));
  for (let update = 0; update < 50; update++) {
    tracker.onPrices('a');
    await vi.advanceTimersByTimeAsync(100);
  }
  await saved();
  stop();
  expect(written).toHaveBeenCalledTimes(1);
});

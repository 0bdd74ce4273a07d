import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ClockKeeper } from '@/lib/background/clock-keeper.ts';
import type { JudgedPrice } from '@/lib/background/intake/judge.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { lastAskedAt } from '@/lib/storage/values/prices.ts';
import type { Proof } from '@/lib/domain/prices/stored-price.ts';
import { BTC, judgedPrice } from './feeds.ts';
import { proofOf } from '../proofs.ts';

const NOW_MS = 1_800_000_000_000;
const HOUR_S = 3_600;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW_MS });
});
afterEach(() => vi.useRealTimers());

async function start(): Promise<ClockKeeper> {
  const clock = new ClockKeeper({
    onStep: async () => {},
    onChange: () => {},
  });
  await clock.loaded;
  return clock;
}

/** A price verified under this trust, published this many seconds from now. */
function proven(
  trust: string,
  aheadSeconds: number,
  state: Proof['state'] = 'verified',
): JudgedPrice[] {
  const publishTime = Date.now() / 1_000 + aheadSeconds;
  return [judgedPrice(BTC, '1', publishTime, null, proofOf(state, trust))];
}

it('resets the skew when the signers behind it are no longer trusted', async () => {
  const clock = await start();
  clock.onPrices(proven('theirs', 5 * HOUR_S), NOW_MS, 'theirs');
  expect(clock.current.skewMs).toBe(-5 * HOUR_S * 1_000);
  clock.resetSigners();
  expect(clock.current.skewMs).toBe(0);
  await vi.waitFor(async () => expect((await clockSkew.getValue()).skewMs).toBe(0));
  clock.onPrices(proven('ours', -1), NOW_MS, 'ours');
  expect(clock.current.skewMs).toBe(0);
});

it('ignores prices that were judged under another trust', async () => {
  const clock = await start();
  clock.onPrices(proven('theirs', 5 * HOUR_S), NOW_MS, 'ours');
  expect(clock.current.skewMs).toBe(0);
});

it('forgets a correction when the clock is stepped, and finds the next one', async () => {
  const clock = await start();
  clock.onPrices(proven('ours', HOUR_S), Date.now(), 'ours');
  expect(clock.current.skewMs).toBe(-HOUR_S * 1_000);
  vi.setSystemTime(Date.now() + HOUR_S * 1_000 - 30_000);
  clock.check();
  expect(clock.current.skewMs).toBe(0);
  clock.onPrices(proven('ours', 29), Date.now(), 'ours');
  expect(clock.current.skewMs).toBe(-29_000);
});

it('leaves what it found to the next worker, unless the clock was set back meanwhile', async () => {
  const clock = await start();
  for (let count = 0; count < 3; count += 1) {
    vi.advanceTimersByTime(5_000);
    clock.onPrices(proven('ours', -65), Date.now(), 'ours');
  }
  expect(clock.current).toMatchObject({ skewMs: 0, uncorrectedMs: 65_000 });
  await lastAskedAt.setValue(Date.now());
  const next = () => start().then(({ current }) => current.uncorrectedMs);
  await vi.waitFor(async () => expect(await next()).toBe(65_000));
  vi.setSystemTime(Date.now() - 65_000);
  expect(await next()).toBeNull();
  expect(await lastAskedAt.getValue()).toBe(Date.now());
});

it('ignores prices that are not verified', async () => {
  const clock = await start();
  clock.onPrices(proven('ours', 5 * HOUR_S, 'unchecked'), NOW_MS, 'ours');
  expect(clock.current.skewMs).toBe(0);
});

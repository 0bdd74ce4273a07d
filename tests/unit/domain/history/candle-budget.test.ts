import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  candleDelayMs,
  candlesEnded,
  candlesRefused,
  candlesSent,
  UNUSED_CANDLE_BUDGET,
  type CandleBudget,
} from '@/lib/domain/history/candle-budget.ts';

const T = 1_790_000_000_000;

/** Sends as many requests as may be sent now; they end at once, or not. */
function sendAll(
  budget: CandleBudget,
  now: number,
  { areEnding, prices = [] }: { areEnding: boolean; prices?: readonly number[] },
) {
  let count = 0;
  let current = budget;
  while (candleDelayMs(current, now, prices) === 0) {
    current = candlesSent(current, now);
    if (areEnding) current = candlesEnded(current);
    count += 1;
  }
  return { budget: current, count };
}

describe('the budget of candles', () => {
  it('is 20 at once', () => {
    const { budget, count } = sendAll(UNUSED_CANDLE_BUDGET, T, { areEnding: false });
    expect(count).toBe(20);
    expect(candleDelayMs(budget, T)).toBe(Infinity);
    expect(candleDelayMs(candlesEnded(budget), T)).toBe(0);
  });

  it('is 40 in 10 s', () => {
    const first = sendAll(UNUSED_CANDLE_BUDGET, T, { areEnding: true });
    expect(first.count).toBe(40);
    expect(candleDelayMs(first.budget, T + 4000)).toBe(6000);
    expect(sendAll(first.budget, T + 9999, { areEnding: true }).count).toBe(0);
    expect(sendAll(first.budget, T + 10_000, { areEnding: true }).count).toBe(40);
  });

  it.each([
    ['Retry-After', 7000, 7000],
    ['60 s without it', undefined, 60_000],
    ['a second at least', 0, 1000],
    ['a day at most', 1e12, 86_400_000],
  ])('pauses after a 429: %s', (_, retryAfterMs, pauseMs) => {
    const budget = candlesRefused(UNUSED_CANDLE_BUDGET, T, retryAfterMs);
    expect(candleDelayMs(budget, T)).toBe(pauseMs);
    expect(candleDelayMs(budget, T + pauseMs - 1)).toBe(1);
    expect(candleDelayMs(budget, T + pauseMs)).toBe(0);
  });

  it('is 8 in 10 s after that, of which 2 are for prices', () => {
    const paused = candlesRefused(UNUSED_CANDLE_BUDGET, T);
    const later = T + 60_000;
    const alone = sendAll(paused, later, { areEnding: true });
    expect(alone.count).toBe(6);
    const prices = [later, later];
    const shared = sendAll(paused, later, { areEnding: true, prices });
    expect(shared.count).toBe(4);
    expect(candleDelayMs(shared.budget, later + 1000, prices)).toBe(9000);
    const busy = { areEnding: true, prices: Array.from({ length: 8 }, () => later) };
    expect(sendAll(paused, later, busy).count).toBe(0);
    expect(sendAll(paused, later + 10_000, busy).count).toBe(6);
  });

  it('does not count prices before', () => {
    const busy = { areEnding: true, prices: Array.from({ length: 8 }, () => T) };
    expect(sendAll(UNUSED_CANDLE_BUDGET, T, busy).count).toBe(40);
  });

  it('keeps the longer of two pauses', () => {
    const budget = candlesRefused(candlesRefused(UNUSED_CANDLE_BUDGET, T), T + 1000, 2000);
    expect(candleDelayMs(budget, T + 1000)).toBe(59_000);
  });

  it('goes on after the clock was set back', () => {
    const full = sendAll(UNUSED_CANDLE_BUDGET, T, { areEnding: true }).budget;
    expect(candleDelayMs(full, T - 3_600_000)).toBe(0);
    const paused = candlesRefused(UNUSED_CANDLE_BUDGET, T);
    const yearAgo = T - 365 * 86_400_000;
    expect(candleDelayMs(paused, yearAgo)).toBe(0);
    expect(candleDelayMs(candlesRefused(paused, yearAgo), yearAgo)).toBe(60_000);
  });

  it('never has more of either, whatever happens', () => {
    const step = fc.record({
      ms: fc.integer({ min: 0, max: 4000 }),
      event: fc.constantFrom('send', 'send', 'send', 'send', 'end', 'price', 'refuse'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        let budget = UNUSED_CANDLE_BUDGET;
        let now = T;
        let running = 0;
        let refusedAt = -Infinity;
        const sent: number[] = [];
        const prices: number[] = [];
        const within = (times: number[]) => times.filter((at) => now - at < 10_000).length;
        for (const { ms, event } of steps) {
          now += ms % 7 === 0 ? ms : ms % 40;
          if (event === 'send' && candleDelayMs(budget, now, prices) === 0) {
            budget = candlesSent(budget, now);
            sent.push(now);
            running += 1;
            expect(running).toBeLessThanOrEqual(20);
            expect(within(sent)).toBeLessThanOrEqual(40);
            expect(now - refusedAt).toBeGreaterThanOrEqual(5000);
            if (refusedAt > 0) expect(within(sent) + within(prices)).toBeLessThanOrEqual(8);
          } else if (event === 'end' && running > 0) {
            budget = candlesEnded(budget);
            running -= 1;
          } else if (event === 'price') {
            prices.push(now);
          } else if (event === 'refuse' && ms > 3500) {
            budget = candlesRefused(budget, now, 5000);
            refusedAt = now;
          }
        }
      }),
    );
  });
});

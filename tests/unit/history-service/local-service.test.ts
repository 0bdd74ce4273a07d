import { expect, it, onTestFinished } from 'vitest';
import { PriceServiceClient } from '../../../lib/price-service/index.ts';
import { createPins } from '../../price-service/market.ts';
import { startPriceService } from '../../price-service/server.ts';
import { BTC, clientOf, LAST_20, NOW, startService } from './support.ts';

/** A price service and a history service of the same seed and the same set prices. */
async function startBoth(now: () => number) {
  const pins = createPins();
  const prices = await startPriceService({ seed: 7, pins, now, updatesPerSecond: 0 });
  onTestFinished(() => prices.close());
  const candles = clientOf(await startService({ seed: 7, pins, now }));
  return { prices, candles, client: new PriceServiceClient(prices.url) };
}

it('every price of the price service is within the bar of its minute', async () => {
  const { client, candles } = await startBoth(() => NOW * 1000 + 30_000);
  const page = await candles.getCandles({ ...LAST_20, from: NOW - 120 });
  const { expo } = page;
  for (const { start, open, low, high } of page.candles) {
    for (let at = start; at < start + 60 && at <= NOW + 30; at += 7) {
      const { parsed } = await client.getPriceUpdatesAtTimestamp(at, [BTC]);
      const price = parsed?.[0]?.price;
      const mantissa = BigInt(price?.price ?? '') * 10n ** BigInt((price?.expo ?? 0) - expo);
      expect(low <= mantissa && mantissa <= high).toBe(true);
      if (at === start) expect(open).toBe(mantissa);
    }
  }
});

it('a price that a test sets is in the bars of that feed', async () => {
  let now = NOW * 1000;
  const { prices, candles } = await startBoth(() => now);
  now += 10_000;
  prices.setPrice(BTC, { price: '123456', expo: -2 });
  now += 20_000;
  const range = { ...LAST_20, from: NOW };
  const { expo, candles: bars } = await candles.getCandles(range);
  expect(bars[0]?.close).toBe(123456n * 10n ** BigInt(-2 - expo));
  const day = await candles.getCandles({ ...range, from: NOW - 86_400, resolution: '1D' });
  expect(day.candles.at(-1)?.close).toBe(123456n * 10n ** BigInt(-2 - day.expo));
  const other = await candles.getCandles({ ...range, symbol: 'Crypto.ETH/USD' });
  expect(other.candles).not.toEqual(bars);
});

it('closed markets have no bars', async () => {
  const saturday = 1_790_438_400;
  const service = await startService({ now: () => saturday * 1000 });
  const week = { symbol: 'Equity.US.AAPL/USD', from: saturday - 7 * 86_400, to: saturday } as const;
  const hours = await clientOf(service).getCandles({ ...week, resolution: '60' });
  // 9:30 to 16:00 touches seven hours.
  expect(hours.candles).toHaveLength(5 * 7);
  const days = await clientOf(service).getCandles({ ...week, resolution: '1D' });
  expect(days.candles).toHaveLength(5);
});

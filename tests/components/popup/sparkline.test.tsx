import { render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createPriceStore, PriceStoreContext } from '@/components/shared/hooks/use-latest-price.ts';
import { useChangeOrder } from '@/components/popup/list/change-order.tsx';
import { hourOf, referenceTime } from '@/lib/domain/history/time-grid.ts';
import { writePastPrice } from '@/lib/domain/history/past-price.ts';
import { emptySpark, withPoint, writeSpark, type Spark } from '@/lib/domain/history/spark.ts';
import { sparkPath } from '@/lib/domain/history/spark-path.ts';
import { toDecimalString } from '@/lib/domain/prices/decimal.ts';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { references, sparklines } from '@/lib/storage/values/history.ts';
import { listView } from '@/lib/storage/values/view.ts';
import { BTC, ETH, openPopup, row, storedPrice, tick } from './popup-page.tsx';

const HOUR = hourOf(Date.now() / 1_000);

/** Prices in cents: the first is a day old, the others follow every hour until the last hour. */
function sparkOf(cents: ReadonlyArray<number | null>, lastHour = HOUR): Spark {
  let spark = emptySpark(lastHour, null);
  cents.forEach((cent, index) => {
    const price = cent === null ? null : { mantissa: BigInt(cent), expo: -2 };
    const hour = index === 0 ? lastHour - 24 : lastHour - cents.length + 1 + index;
    spark = withPoint(spark, hour, price, lastHour);
  });
  return spark;
}

/** Enough prices for a line, all equal to the first. */
const long = <T,>(cents: readonly T[]): readonly T[] => [
  ...Array.from({ length: 11 }, () => cents[0]!),
  ...cents,
];

const line = (symbol: string): SVGElement | null =>
  row(symbol).querySelector('[data-part="spark"]');

describe('the sparkline in a row', () => {
  it('is shown at once and ends at the latest price', async () => {
    await tick({ [BTC]: storedPrice() });
    await sparklines.setValue({ [BTC]: writeSpark(sparkOf(long([6_310_000, 6_350_000]))) });
    await openPopup();
    expect(line('BTC/USD')).toHaveAttribute('data-way', 'up');
    expect(line('BTC/USD')?.querySelector('path:last-child')?.getAttribute('d')).toMatch(
      /^M\d+ \d+(L\d+ \d+){13}$/,
    );
    expect(line('ETH/USD')).toBeNull();
  });

  it('has a text alternative', async () => {
    await tick({ [BTC]: storedPrice() });
    await sparklines.setValue({ [BTC]: writeSpark(sparkOf(long([6_310_000, 6_350_000]))) });
    await openPopup();
    const name = 'Prices in the last 24 hours, from 63,100.0 to 63,500.0';
    await waitFor(() =>
      expect(within(row('BTC/USD')).getByRole('img', { name })).toBeInTheDocument(),
    );
  });

  it('follows the price and its direction', async () => {
    await tick({ [BTC]: storedPrice() });
    await sparklines.setValue({ [BTC]: writeSpark(sparkOf(long([6_400_000, 6_400_000]))) });
    await openPopup();
    expect(line('BTC/USD')).toHaveAttribute('data-way', 'up');
    await tick({ [BTC]: storedPrice({ price: '6300000000000' }) });
    await waitFor(() => expect(line('BTC/USD')).toHaveAttribute('data-way', 'down'));
  });

  it('has the direction of the change beside it if both cover a day', async () => {
    await tick({ [BTC]: storedPrice() });
    await sparklines.setValue({ [BTC]: writeSpark(sparkOf(long([6_400_000, 6_420_000]))) });
    const time = referenceTime('24h', Date.now() / 1_000);
    await references['24h'].setValue({
      [BTC]: writePastPrice({ time, price: '70000', expo: 0, trust: null }),
    });
    await openPopup();
    expect(line('BTC/USD')).toHaveAttribute('data-way', 'down');
    await listView.update((view) => ({ ...view, changePeriod: '1h' }));
    await waitFor(() => expect(line('BTC/USD')).toHaveAttribute('data-way', 'up'));
  });

  it('is not drawn from data that is older than a day or damaged', async () => {
    await tick({ [BTC]: storedPrice(), [ETH]: storedPrice() });
    await sparklines.setValue({
      [BTC]: writeSpark(sparkOf(long([6_310_000, 6_350_000]), HOUR - 30)),
      [ETH]: 'damaged',
    });
    await openPopup();
    expect(line('BTC/USD')).toBeNull();
    expect(line('ETH/USD')).toBeNull();
  });
});

describe('sparkPath', () => {
  const SIZE = { width: 56, height: 16 };
  const drawn = (
    cents: ReadonlyArray<number | null>,
    latest: number | null,
    reference: Parameters<typeof sparkPath>[1]['reference'] = null,
  ) =>
    sparkPath(
      sparkOf(cents),
      { latest: latest === null ? null : { mantissa: BigInt(latest), expo: -2 }, reference },
      SIZE,
    );

  it('uses its full height if the price moved', () => {
    expect(
      drawn(
        Array.from({ length: 25 }, (_, n) => 100_000 + n * 1_000),
        200_000,
      ),
    ).toMatchObject({ path: expect.stringMatching(/^M0 16L.*L56 0$/), direction: 'up' });
  });

  it('bridges hours without a price', () => {
    const { path } = drawn(long([100_000, null, null, 90_000]), null)!;
    expect(path).toMatch(/^M\d+ 0(L\d+ 0){11}L56 16$/);
  });

  it('stays almost flat if the price hardly moved', () => {
    const heights = drawn(long([100_000, 100_001, 100_000]), 100_001)?.path.match(/ \d+/g);
    expect(new Set(heights).size).toBe(1);
  });

  it('is a flat line if the price did not move', () => {
    expect(drawn(long([0, 0]), 0)).toMatchObject({
      path: expect.stringMatching(/^M\d+ 8(L\d+ 8)+$/),
      direction: 'flat',
    });
  });

  it('starts with the price that the change is taken from, and has its direction', () => {
    // The first hour is before it, and would make the line fall.
    const from = { mantissa: 100n, expo: 0 };
    const time = (HOUR - 24) * 3_600 + 1_800;
    const { path, direction } = drawn([20_000, ...long([12_000, 9_000])], 11_000, { from, time })!;
    expect(path).toMatch(/^M0 11(L\d+ 0){12}L\d+ 16L56 5$/);
    expect(direction).toBe('up');
  });

  it('of a session takes half of its hours, and closed hours no width', () => {
    const closed = Array.from({ length: 17 }, () => null);
    const session = [100, 101, 102, 103, 104, 105, 106];
    expect(drawn([...closed, ...session.slice(0, 3)], null)).toBeNull();
    const path = drawn([100, ...closed, ...session], 110)?.path;
    expect(path).toMatch(/^M0 16(L\d+ \d+){7}L56 0$/);
    expect(path).toMatch(/^M0 16L7 16L14 14/);
  });

  it('needs twelve prices', () => {
    const prices = Array.from({ length: 11 }, () => 100);
    expect(drawn(prices, null)).toBeNull();
    expect(drawn(prices, 100)).not.toBeNull();
    expect(drawn([null], 5)).toBeNull();
  });
});

describe('the order by change', () => {
  function Order({ ids }: { ids: readonly string[] }) {
    const order = useChangeOrder(ids);
    const text = [...order.values()].map((percent) => percent && toDecimalString(percent));
    return <output>{text.map((percent) => percent ?? 'none').join(' ')}</output>;
  }

  it('uses current changes but does not update on every tick', async () => {
    await references['24h'].setValue({
      [BTC]: writePastPrice({
        time: referenceTime('24h', Date.now() / 1_000),
        price: '6296501',
        expo: -2,
        trust: null,
      }),
    });
    const prices = createPriceStore();
    prices.prime(new Map([[BTC, storedPrice()]]), BUILT_IN_SIGNERS_VERSION);
    const ids = [BTC, ETH];
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() });
    render(
      <PriceStoreContext value={prices}>
        <Order ids={ids} />
      </PriceStoreContext>,
    );
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('2.14 none'));
    const half = storedPrice({ price: '3148250000000' });
    await tick({ [BTC]: half });
    expect(prices.read(BTC)?.price.price).toBe(half.price);
    expect(screen.getByRole('status')).toHaveTextContent('2.14 none');
    await vi.advanceTimersByTimeAsync(6_000);
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('-50.0 none'));
    vi.useRealTimers();
    prices.close();
  });
});

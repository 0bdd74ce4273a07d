import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { chartName } from '@/components/detail/chart/slot-text.ts';
import { minuteText, timeText } from '@/components/detail/price/time-text.ts';
import { writeCandleLine } from '@/lib/domain/history/candle-line.ts';
import type { CollectedPrice } from '@/lib/domain/history/collected-price.ts';
import { readGap, readCollectedPrices } from '@/lib/storage/history/collected-prices.ts';
import { t } from '@/lib/base/locale/t.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { candleFeeds, candleLines } from '@/lib/storage/values/candles.ts';
import { historyWanted } from '@/lib/storage/values/history.ts';
import { signatures } from '@/lib/storage/values/settings.ts';
import { BTC, storedPrice, tick } from '../popup/popup-page.tsx';
import { openDetail, collectedAt, termText } from './detail-page.tsx';

vi.mock('@/lib/storage/history/collected-prices.ts', () => ({
  readCollectedPrices: vi.fn(),
  readGap: vi.fn(),
  watchCollectedPrices: () => () => undefined,
}));

const NOW = Math.floor(Date.now() / 1_000);
const HOUR = 3_600;

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(readGap).mockResolvedValue(null);
  storeCollected([
    collectedAt(NOW - 3 * HOUR, 10_000),
    collectedAt(NOW - 2 * HOUR, 20_000),
    collectedAt(NOW - HOUR, 30_012),
  ]);
});

function storeCollected(prices: CollectedPrice[]): void {
  vi.mocked(readCollectedPrices).mockResolvedValue(prices);
}

/** One price an hour, up to an hour ago. */
function hourly(count: number): CollectedPrice[] {
  return Array.from({ length: count }, (_, at) =>
    collectedAt(NOW - (count - at) * HOUR, 26_101 + at),
  );
}

async function open() {
  const page = await openDetail(BTC);
  const slider = await screen.findByRole('slider', { name: chartName('24h') });
  const part = (name: string): Element | null =>
    page.container.querySelector(`[data-view="feed"] [data-part="${name}"]`);
  return {
    ...page,
    slider,
    part,
    headline: () => (part('exact-price') as HTMLDataElement | null)?.value,
  };
}

/** How many prices the line goes through. */
function points(): number {
  const path = document.querySelector('[data-part="line"]')?.getAttribute('d') ?? '';
  return path.match(/[ML]/g)?.length ?? 0;
}

describe('the chart', () => {
  it('begins with the line of the feed’s row', async () => {
    const closes = Array.from({ length: 48 }, (_, at) => 6_300_000n + BigInt(at));
    const line = writeCandleLine({ lastStart: NOW - 600, expo: -2, points: closes });
    await candleLines.setValue({ [BTC]: line });
    await tick({ [BTC]: storedPrice({ publishTime: NOW }) });
    // Neither stored prices nor candles have been read yet.
    vi.mocked(readCollectedPrices).mockReturnValue(new Promise(() => {}));
    await open();
    await waitFor(() => expect(points()).toBeGreaterThanOrEqual(47));
    await candleFeeds.setValue({ [BTC]: { symbol: null, problem: 'none' } });
    await waitFor(() => expect(points()).toBe(0));
  });

  it('begins with that line of a feed whose market is closed as well', async () => {
    // It is between 14:00 and 15:00 there, so the session ended two hours ago.
    const offset = 14 - new Date(NOW * 1_000).getUTCHours();
    const zone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
    const schedule = `${zone};${Array.from({ length: 7 }, () => '1000-1200').join(',')};`;
    const names = await followedFeeds.getValue();
    await followedFeeds.setValue({ ...names, [BTC]: { ...names[BTC], schedule } });
    const closes = Array.from({ length: 24 }, (_, at) => 6_300_000n + BigInt(at));
    const lastStart = Math.floor(NOW / HOUR) * HOUR - 2 * HOUR - 300;
    await candleLines.setValue({
      [BTC]: writeCandleLine({ lastStart, expo: -2, points: closes }),
    });
    await tick({ [BTC]: storedPrice({ publishTime: lastStart + 300 }) });
    vi.mocked(readCollectedPrices).mockReturnValue(new Promise(() => {}));
    await open();
    await waitFor(() => expect(points()).toBeGreaterThanOrEqual(23));
  });

  it('draws the stored prices and requests the gaps of its period while it is shown', async () => {
    storeCollected(hourly(12));
    const { user, unmount } = await open();
    expect(points()).toBe(12);
    await waitFor(async () =>
      expect(await historyWanted.getValue()).toEqual({ feedId: BTC, period: '24h' }),
    );
    await user.click(screen.getByRole('button', { name: '7d' }));
    await waitFor(async () =>
      expect(await historyWanted.getValue()).toEqual({ feedId: BTC, period: '7d' }),
    );
    unmount();
    await waitFor(async () => expect(await historyWanted.getValue()).toBeNull());
  });

  it('provides a past price for the change over a period that the rows do not request', async () => {
    const time = NOW - 7 * 24 * HOUR - 3 * HOUR;
    storeCollected([collectedAt(time, 10_000), collectedAt(NOW - HOUR, 30_012)]);
    await act(() => tick({ [BTC]: storedPrice({ price: '20000', expo: -2 }) }));
    const { container, user } = await openDetail(BTC);
    await user.click(screen.getByRole('button', { name: '7d' }));
    await waitFor(() =>
      expect(container.querySelector('[data-part="period-change"] bdi')).toHaveTextContent(
        '+100.00 (+100%)',
      ),
    );
    expect(container.querySelector('[data-part="period-change"]')).toHaveAttribute(
      'title',
      t('detail.change.since', { time: timeText(time) }),
    );
  });

  it('states why there is no price at the start of the period', async () => {
    vi.mocked(readGap).mockResolvedValue('no-data');
    await act(() => tick({ [BTC]: storedPrice({ price: '20000', expo: -2 }) }));
    const { container, user } = await openDetail(BTC);
    await user.click(screen.getByRole('button', { name: '1y' }));
    await waitFor(() =>
      expect(container.querySelector('[data-part="period-change"]')).toHaveTextContent(
        `– ${t('history.noData')}`,
      ),
    );
    const [, from, to] = vi.mocked(readGap).mock.lastCall!;
    expect(to - from).toBe(8 * 24 * HOUR);
  });

  it('draws no line of fewer than 12 prices, and continues with the live price', async () => {
    storeCollected(hourly(11));
    const { slider } = await open();
    expect(points()).toBe(0);
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('261.11'));
    await act(() => tick({ [BTC]: storedPrice({ publishTime: NOW }) }));
    await waitFor(() => expect(points()).toBe(12));
  });

  it('draws only verified prices where verification is required', async () => {
    await signatures.setValue('require');
    const unverified = { ...collectedAt(NOW - 2 * HOUR, 20_000), trust: null };
    const removed = { ...collectedAt(NOW - 90 * 60, 25_000), trust: 'signers removed since' };
    storeCollected([...hourly(14).slice(0, 12), unverified, removed]);
    await open();
    await waitFor(() => expect(points()).toBe(12));
    await act(() => tick({ [BTC]: storedPrice({ publishTime: NOW }) }));
    expect(points()).toBe(12);
  });

  it('explains an empty chart where no price is verified', async () => {
    await signatures.setValue('require');
    storeCollected([{ ...collectedAt(NOW - HOUR, 10_000), trust: null }]);
    await openDetail(BTC);
    const status = await screen.findByRole('status', { name: t('chart.history') });
    await waitFor(() =>
      expect(status).toHaveTextContent(/Collecting prices….* Unverified prices are left out\.$/),
    );
  });

  it('states that it is collecting prices while there are none', async () => {
    storeCollected([]);
    await openDetail(BTC);
    const status = await screen.findByRole('status', { name: t('chart.history') });
    await waitFor(() =>
      expect(status).toHaveTextContent(/Collecting prices….*New prices are saved/),
    );
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('marks the time before the first price, also if that is the only one', async () => {
    storeCollected([collectedAt(NOW - 120, 10_000)]);
    const { container } = await open();
    await screen.findByText(/^Collecting since/);
    // To the first price, which is in one of the last slots.
    const { width } = container.querySelector<HTMLElement>('[data-part="unfilled"]')!.style;
    expect(Number.parseFloat(width)).toBeGreaterThan(310);
    expect(Number.parseFloat(width)).toBeLessThanOrEqual(316);
  });

  it('offers every period, and states the change since the oldest one that prices reach', async () => {
    const longAgo = NOW - 365 * 24 * HOUR - HOUR;
    storeCollected([collectedAt(longAgo, 10_000), collectedAt(NOW - HOUR, 30_012)]);
    await act(() => tick({ [BTC]: storedPrice({ price: '20000', expo: -2 }) }));
    const { container, user } = await openDetail(BTC);
    const periods = within(screen.getByRole('group', { name: t('chart.period') }));
    expect(periods.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '1h',
      '24h',
      '7d',
      '30d',
      '1y',
      t('row.period.all'),
    ]);
    await user.click(periods.getByRole('button', { name: '1y' }));
    const change = (): Element | null => container.querySelector('[data-part="period-change"]');
    await waitFor(() => expect(change()).toHaveTextContent('+100.00 (+100%) Last 12 months'));
    await user.click(periods.getByRole('button', { name: '30d' }));
    await waitFor(() => expect(change()).toHaveTextContent(`– ${t('history.waiting')}`));
    await waitFor(async () =>
      expect(await historyWanted.getValue()).toEqual({ feedId: BTC, period: '30d' }),
    );
  });

  it('keeps the line of a period, faded, until the prices of the next one are there', async () => {
    const week = Promise.withResolvers<CollectedPrice[]>();
    storeCollected([collectedAt(NOW - 2 * HOUR, 20_000), collectedAt(NOW - HOUR, 30_012)]);
    await act(() => tick({ [BTC]: storedPrice({ price: '25000', expo: -2, publishTime: NOW }) }));
    const { container, user } = await openDetail(BTC);
    const surface = () => container.querySelector('[data-part="chart"]');
    const chart = () => surface()?.parentElement;
    const name = () => surface()?.getAttribute('aria-label');
    await waitFor(() => expect(name()).toContain(t('period.24h')));

    vi.mocked(readCollectedPrices).mockReturnValue(week.promise);
    const button = screen.getByRole('button', { name: '7d' });
    await user.click(button);
    expect(button).toHaveAttribute('aria-pressed', 'true');
    expect(button).toHaveAttribute('data-loading');
    expect(chart()).toHaveAttribute('data-loading');
    expect(name()).toContain(t('period.24h'));

    week.resolve([collectedAt(NOW - 24 * HOUR, 10_000), collectedAt(NOW - HOUR, 30_012)]);
    await waitFor(() => expect(chart()).not.toHaveAttribute('data-loading'));
    expect(name()).toContain(t('period.7d'));
  });

  it('shows the price that the keys mark in the headline, with its change and time', async () => {
    storeCollected([
      collectedAt(NOW - 24 * HOUR, 10_000),
      collectedAt(NOW - 2 * HOUR, 20_000),
      collectedAt(NOW - HOUR, 30_012),
    ]);
    await act(() => tick({ [BTC]: storedPrice({ price: '25000', expo: -2, publishTime: NOW }) }));
    const { user, slider, headline, part } = await open();
    act(() => slider.focus());
    await user.keyboard('{End}{ArrowLeft}');
    expect(headline()).toBe('300.12');
    expect(part('period-change')).toHaveTextContent(minuteText(NOW - HOUR));
    expect(part('period-change')).toHaveTextContent('+200.12 (+200%)');
    expect(termText(t('detail.ema'))).toBe('299.12');
    await user.keyboard('{ArrowLeft}');
    expect(headline()).toBe('200.00');
    expect(part('period-change')).toHaveTextContent('+100.00 (+100%)');
    expect(slider.getAttribute('aria-valuetext')).toMatch(
      /: 200\.00, plus or minus 0\.50, moving average 199\.00$/,
    );
    await user.keyboard('{Home}');
    expect(headline()).toBe('100.00');
    await user.keyboard('{ArrowLeft}');
    expect(headline()).toBe('100.00');
    act(() => slider.blur());
    expect(headline()).toBe('250.00');
    expect(part('period-change')).toHaveTextContent(t('period.24h'));
  });

  it('rolls only bright digits that change, never of a marked price', async () => {
    storeCollected([collectedAt(NOW - 2 * HOUR, 20_000), collectedAt(NOW - HOUR, 20_012)]);
    const latest = (price: string) =>
      act(() => tick({ [BTC]: storedPrice({ price, conf: '1', expo: -2, publishTime: NOW }) }));
    await latest('20012');
    const { user, slider, part } = await open();
    const rolled = (): string[] =>
      [...part('exact-price')!.querySelectorAll<HTMLElement>('[data-from]')].map(
        ({ dataset, textContent }) => `${dataset['from']}${textContent}`,
      );
    expect(rolled()).toEqual([]);
    await latest('20013');
    expect(rolled()).toEqual(['23']);
    expect(part('exact-price')).toHaveTextContent(/^200\.13$/);
    act(() => slider.focus());
    await user.keyboard('{Home}');
    expect(part('exact-price')).toHaveTextContent(/^200\.00$/);
    expect(rolled()).toEqual([]);
  });

  it('shows the price nearest to the pointer, gray after it, and the latest when it leaves', async () => {
    await act(() => tick({ [BTC]: storedPrice({ price: '25000', expo: -2, publishTime: NOW }) }));
    const { slider, headline, part } = await open();
    fireEvent.pointerMove(slider, { clientX: 10, clientY: 50 });
    expect(headline()).toBe('100.00');
    expect(part('cursor')).toBeInTheDocument();
    fireEvent.pointerMove(slider, { clientX: 290, clientY: 50 });
    expect(headline()).toBe('200.00');
    fireEvent.pointerLeave(slider);
    expect(headline()).toBe('250.00');
    expect(part('cursor')).toBeNull();
  });
});

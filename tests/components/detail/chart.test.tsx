import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { timeText } from '@/components/detail/time-text.ts';
import { drawChart } from '@/components/detail/draw-chart.ts';
import type { Sample } from '@/lib/domain/history/sample.ts';
import { readGap } from '@/lib/storage/history/gaps.ts';
import { readSamples } from '@/lib/storage/history/samples.ts';
import { t } from '@/lib/base/locale/t.ts';
import { historyWanted } from '@/lib/storage/values/history.ts';
import { signatures } from '@/lib/storage/values/settings.ts';
import { BTC, storedPrice, tick } from '../popup/popup-page.tsx';
import { openDetail, sampleAt, termText } from './detail-page.tsx';

vi.mock('@/components/detail/draw-chart.ts', () => ({ drawChart: vi.fn() }));
vi.mock('@/lib/storage/history/samples.ts', () => ({
  readSamples: vi.fn(),
  watchSamples: () => () => undefined,
}));

vi.mock('@/lib/storage/history/gaps.ts', () => ({ readGap: vi.fn() }));

const NOW = Math.floor(Date.now() / 1_000);
const HOUR = 3_600;
const drawn = { show: vi.fn(), mark: vi.fn(), zoom: vi.fn(), recolor: vi.fn(), remove: vi.fn() };

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(drawChart).mockReturnValue(drawn);
  vi.mocked(readGap).mockResolvedValue(null);
  storeSamples([
    sampleAt(NOW - 3 * HOUR, 10_000),
    sampleAt(NOW - 2 * HOUR, 20_000),
    sampleAt(NOW - HOUR, 30_012),
  ]);
});

function storeSamples(samples: Sample[]): void {
  vi.mocked(readSamples).mockResolvedValue(samples);
}

async function open() {
  const page = await openDetail(BTC);
  const slider = await screen.findByRole('slider', { name: t('chart.label.24h') });
  await waitFor(() => expect(drawn.show).toHaveBeenCalled());
  return { ...page, slider, readout: () => page.container.querySelector('[data-part="readout"]') };
}

describe('the chart', () => {
  it('draws the stored samples and requests the gaps of its period while it is shown', async () => {
    const { user, unmount } = await open();
    const [grid] = drawn.show.mock.lastCall!;
    expect(grid.count).toBe(3);
    await waitFor(async () =>
      expect(await historyWanted.getValue()).toEqual({ feedId: BTC, period: '24h' }),
    );
    await user.click(screen.getByRole('button', { name: '7d' }));
    await waitFor(async () =>
      expect(await historyWanted.getValue()).toEqual({ feedId: BTC, period: '7d' }),
    );
    unmount();
    await waitFor(async () => expect(await historyWanted.getValue()).toBeNull());
    expect(drawn.remove).toHaveBeenCalled();
  });

  it('provides a past price for the change over a period that the rows do not request', async () => {
    const time = NOW - 7 * 24 * HOUR - 3 * HOUR;
    storeSamples([sampleAt(time, 10_000), sampleAt(NOW - HOUR, 30_012)]);
    await act(() => tick({ [BTC]: storedPrice({ price: '20000', expo: -2 }) }));
    const { container, user } = await openDetail(BTC);
    await user.click(screen.getByRole('button', { name: '7d' }));
    await waitFor(() =>
      expect(container.querySelector('[data-part="period-change"] b')).toHaveTextContent('+100%'),
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
        `–1y · ${t('detail.change.none.noData')}`,
      ),
    );
    const [, from, to] = vi.mocked(readGap).mock.lastCall!;
    expect(to - from).toBe(8 * 24 * HOUR);
  });

  it('continues with the live price', async () => {
    await open();
    await act(() => tick({ [BTC]: storedPrice({ publishTime: NOW }) }));
    await waitFor(() => expect(drawn.show.mock.lastCall![0].count).toBe(4));
  });

  it('draws only verified prices where verification is required', async () => {
    await signatures.setValue('require');
    const unverified = { ...sampleAt(NOW - 2 * HOUR, 20_000), trust: null };
    const removed = { ...sampleAt(NOW - 90 * 60, 25_000), trust: 'signers removed since' };
    storeSamples([
      sampleAt(NOW - 3 * HOUR, 10_000),
      unverified,
      removed,
      sampleAt(NOW - HOUR, 30_012),
    ]);
    await open();
    await waitFor(() => expect(drawn.show.mock.lastCall![0].count).toBe(2));
    await act(() => tick({ [BTC]: storedPrice({ publishTime: NOW }) }));
    expect(drawn.show.mock.lastCall![0].count).toBe(2);
  });

  it('explains an empty chart where no price is verified', async () => {
    await signatures.setValue('require');
    storeSamples([{ ...sampleAt(NOW - HOUR, 10_000), trust: null }]);
    await openDetail(BTC);
    const status = await screen.findByRole('status', { name: t('chart.title') });
    await waitFor(() =>
      expect(status).toHaveTextContent(/None so far\. .* Unverified prices are left out\.$/),
    );
  });

  it('states that it is collecting prices while there are none', async () => {
    storeSamples([]);
    await openDetail(BTC);
    const status = await screen.findByRole('status', { name: t('chart.title') });
    await waitFor(() => expect(status).toHaveTextContent(/Collecting prices….*None so far\./));
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('marks the time before the first price, also if that is the only one', async () => {
    storeSamples([sampleAt(NOW - 120, 10_000)]);
    const { container } = await open();
    const [, , events] = vi.mocked(drawChart).mock.lastCall!;
    act(() =>
      events.onLayout({ width: 290, height: 160, top: 1, bottom: 0, firstX: 0.5, slotWidth: 1 }),
    );
    await screen.findByText(/^Collecting since/);
    // To the first price, which is in one of the last slots.
    const { width, height } = container.querySelector<HTMLElement>('[data-part="unfilled"]')!.style;
    expect(height).toBe('160px');
    expect(Number.parseFloat(width)).toBeGreaterThan(286);
    expect(Number.parseFloat(width)).toBeLessThanOrEqual(288.5);
  });

  it('offers every period, and states the change since the oldest one that samples reach', async () => {
    const longAgo = NOW - 365 * 24 * HOUR - HOUR;
    storeSamples([sampleAt(longAgo, 10_000), sampleAt(NOW - HOUR, 30_012)]);
    await act(() => tick({ [BTC]: storedPrice({ price: '20000', expo: -2 }) }));
    const { container, user } = await openDetail(BTC);
    const periods = within(screen.getByRole('group', { name: t('chart.period') }));
    expect(periods.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '1h',
      '24h',
      '7d',
      '30d',
      '1y',
    ]);
    await user.click(periods.getByRole('button', { name: '1y' }));
    const change = (): Element | null => container.querySelector('[data-part="period-change"]');
    await waitFor(() => expect(change()).toHaveTextContent('Up over the last year +100%1y'));
    await user.click(periods.getByRole('button', { name: '30d' }));
    await waitFor(() => expect(change()).toHaveTextContent(/^–30d/));
    await waitFor(async () =>
      expect(await historyWanted.getValue()).toEqual({ feedId: BTC, period: '30d' }),
    );
  });

  it('shows the first, highest and lowest price of the period', async () => {
    await open();
    expect(termText(t('chart.start'))).toBe('100.00');
    expect(termText(t('chart.high'))).toBe('300.12');
    expect(termText(t('chart.low'))).toBe('100.00');
  });

  it('shows every digit of the sample that the keys select', async () => {
    const { user, slider, readout } = await open();
    slider.focus();
    await user.keyboard('{ArrowLeft}');
    expect(readout()).toHaveTextContent(/300\.12±0\.50EMA 299\.12$/);
    await user.keyboard('{ArrowLeft}');
    expect(readout()).toHaveTextContent(/200\.00±0\.50EMA 199\.00$/);
    expect(slider.getAttribute('aria-valuetext')).toMatch(
      /: 200\.00, plus or minus 0\.50, moving average 199\.00$/,
    );
    await user.keyboard('{Home}');
    expect(readout()).toHaveTextContent(/100\.00±0\.50/);
    await user.keyboard('{ArrowLeft}');
    expect(readout()).toHaveTextContent(/100\.00±0\.50/);
    await user.keyboard('{End}');
    expect(readout()).toHaveTextContent(/300\.12/);
    expect(drawn.mark).toHaveBeenLastCalledWith(Number(slider.getAttribute('aria-valuenow')), true);
  });

  it('shows the year of a sample only in a long chart', async () => {
    const { user, slider, readout } = await open();
    const year = String(new Date(NOW * 1_000).getFullYear());
    slider.focus();
    await user.keyboard('{End}');
    expect(readout()).not.toHaveTextContent(year);
    await user.click(screen.getByRole('button', { name: '1y' }));
    const yearly = await screen.findByRole('slider', { name: t('chart.label.1y') });
    yearly.focus();
    await user.keyboard('{End}');
    expect(readout()).toHaveTextContent(year);
    expect(yearly.getAttribute('aria-valuetext')).toContain(year);
    await user.click(screen.getByRole('button', { name: t('chart.tableButton') }));
    const times = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(times.filter((time) => !time.includes(year))).toEqual([]);
  });

  it('shows the sample nearest to the pointer, and the legend when the pointer leaves', async () => {
    const { readout } = await open();
    const [, , events] = vi.mocked(drawChart).mock.lastCall!;
    act(() => events.onPoint(3));
    expect(readout()).toHaveTextContent(/100\.00±0\.50/);
    act(() => events.onPoint(null));
    expect(readout()).toHaveTextContent(/3 prices since/);
  });

  it('offers an alert at the clicked level', async () => {
    const { user } = await open();
    const [, , events] = vi.mocked(drawChart).mock.lastCall!;
    act(() => events.onPick('64500', { x: 10, y: 50 }));
    await user.click(
      screen.getByRole('button', { name: t('chart.addAlertButton', { price: '64,500' }) }),
    );
    expect(location.hash).toBe(`#alerts/new/${BTC}?level=64500`);
  });

  it('offers an alert at the price of the sample marked with the keyboard', async () => {
    const { user, slider } = await open();
    slider.focus();
    await user.keyboard('{ArrowLeft}{Enter}');
    expect(
      screen.getByRole('button', { name: t('chart.addAlertButton', { price: '300.12' }) }),
    ).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(location.hash).toBe(`#alerts/new/${BTC}?level=300.12`);
  });

  it('withdraws the offer on Escape and focuses the chart', async () => {
    const { user, slider } = await open();
    slider.focus();
    await user.keyboard('{ArrowLeft}{Enter}{Escape}');
    expect(screen.queryByRole('button', { name: /^Add alert at/ })).not.toBeInTheDocument();
    expect(slider).toHaveFocus();
  });

  it('adopts the colors of another theme at once', async () => {
    await open();
    act(() => {
      document.documentElement.dataset['theme'] = 'dark';
    });
    await waitFor(() => expect(drawn.recolor).toHaveBeenCalled());
    delete document.documentElement.dataset['theme'];
  });

  it('can be replaced by a table', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: t('chart.tableButton') }));
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows.map((row) => row.textContent.replace(/^.*[AP]M/, ''))).toEqual([
      'TimePrice±EMA',
      '300.120.50299.12',
      '200.000.50199.00',
      '100.000.5099.00',
    ]);
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('links to the maker of the charting library', async () => {
    await open();
    expect(screen.getByRole('link', { name: t('chart.attribution') })).toHaveAttribute(
      'href',
      'https://www.tradingview.com/',
    );
  });
});

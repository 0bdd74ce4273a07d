import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { chartName } from '@/components/detail/chart/slot-text.ts';
import { readChartCandles } from '@/lib/pages/chart-candles.ts';
import { candlesStoredAt } from '@/lib/storage/values/candles.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { ALWAYS_OPEN, BTC, storedPrice, tick } from '../popup/popup-page.tsx';
import { openDetail } from './detail-page.tsx';

vi.mock('@/lib/pages/chart-candles.ts', () => ({
  readChartCandles: vi.fn(),
  readCandleRange: () => Promise.resolve(null),
}));

const DAY = 86_400;
const TODAY = Math.floor(Date.now() / 1_000 / DAY) * DAY;

/** A candle a day, the last `shown` of them within the period. */
function storeDays(count: number, shown: number): void {
  const candles = Array.from({ length: count }, (_, at) => {
    const close = BigInt(5_000 + count - at);
    const start = TODAY - (count - 1 - at) * DAY;
    return { start, open: close, low: close, high: close, close, isFinal: at < count - 1 };
  });
  const [from, to] = [TODAY - count * DAY, Math.floor(Date.now() / 1_000)];
  vi.mocked(readChartCandles).mockResolvedValue({
    known: { expo: 0, candles, from, to, storedAt: Date.now() },
    plan: { resolution: '1D', from, to, visibleFrom: TODAY - (shown - 1) * DAY },
  });
}

beforeEach(async () => {
  await followedFeeds.setValue({
    [BTC]: { display_symbol: 'BTC/USD', asset_type: 'Crypto', schedule: ALWAYS_OPEN },
  });
  await tick({ [BTC]: storedPrice({ price: '5000', expo: 0 }) });
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function openYear() {
  const { container } = await openDetail(BTC);
  await userEvent.click(await screen.findByRole('button', { name: t('row.period.1y') }));
  const slider = await screen.findByRole('slider', { name: chartName('1y') });
  await waitFor(() => expect(container.querySelector('[data-part="candles"]')).not.toBeNull());
  slider.setPointerCapture = () => undefined;
  const marked = () => container.querySelector('[data-part="cursor"]')?.textContent;
  return {
    slider,
    /** What a mouse at a place marks. */
    at: (clientX: number) => {
      fireEvent.pointerMove(slider, { clientX, pointerId: 1, pointerType: 'mouse' });
      return marked();
    },
    marked,
  };
}

/** The wheel with the control key; happy-dom's wheel has no pointer. */
function turnWheel(slider: HTMLElement, deltaY: number, clientX: number): void {
  const event = new WheelEvent('wheel', { deltaY, cancelable: true });
  Object.assign(event, { ctrlKey: true, clientX });
  act(() => void slider.dispatchEvent(event));
}

it.each([30, 150, 290])('the wheel zooms at the pointer, here at %i px', async (x) => {
  storeDays(900, 365);
  const { slider, at } = await openYear();
  const [under, edge] = [at(x), at(5)];
  at(x);
  for (const deltaY of [-120, -120, -200]) turnWheel(slider, deltaY, x);
  expect(at(x)).toBe(under);
  expect(at(5)).not.toBe(edge);
  turnWheel(slider, 440, x);
  expect(at(x)).toBe(under);
});

it('a finger pans: the day under it stays under it', async () => {
  // All events at one time: a finger that rested first would mark prices instead.
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(1);
  storeDays(900, 365);
  const { slider, at } = await openYear();
  const under = at(40);
  const touch = { pointerId: 2, pointerType: 'touch', button: 0 };
  fireEvent.pointerDown(slider, { ...touch, clientX: 40 });
  for (const clientX of [60, 140, 240]) fireEvent.pointerMove(slider, { ...touch, clientX });
  fireEvent.pointerUp(slider, { ...touch, clientX: 240 });
  expect(at(240)).toBe(under);
});

it('earlier candles that arrive move nothing', async () => {
  storeDays(400, 365);
  const { slider, at } = await openYear();
  turnWheel(slider, -240, 100);
  const places = [20, 100, 280].map(at);
  storeDays(2_000, 365);
  await act(() => candlesStoredAt.setValue(Date.now() + 1));
  await waitFor(() => expect(Number(slider.getAttribute('aria-valuemax'))).toBeGreaterThan(1_000));
  expect([20, 100, 280].map(at)).toEqual(places);
});

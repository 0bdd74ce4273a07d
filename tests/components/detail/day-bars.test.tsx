import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { chartName } from '@/components/detail/chart/slot-text.ts';
import { buildCandles } from '@/lib/history-service/candles.ts';
import { barDays } from '@/lib/history-service/bar-day.ts';
import { readChartCandles } from '@/lib/pages/chart-candles.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { BTC, storedPrice, tick } from '../popup/popup-page.tsx';
import { openDetail } from './detail-page.tsx';

vi.mock('@/lib/pages/chart-candles.ts', () => ({
  readChartCandles: vi.fn(),
  readCandleRange: () => Promise.resolve(null),
}));

const DAY = 86_400;
const NEW_YORK = 'America/New_York';
const CLOSES = ['256.78671', '264.19577', '255.42811'];
const SHOWN = ['Nov 20, 2026', 'Nov 23, 2026', 'Nov 24, 2026'];
const [FIRST, LAST] = [1_795_132_800, 1_795_478_400];

/** What the service sends for Friday, Monday and Tuesday. */
function showBars(starts: readonly number[], visibleFrom: number): void {
  const c = CLOSES;
  const range = { from: 0, to: LAST };
  const lists = { t: starts.map(String), o: c, h: c, l: c, c };
  const { expo, candles } = buildCandles(lists, range, barDays(NEW_YORK));
  vi.mocked(readChartCandles).mockResolvedValue({
    known: { expo, candles, from: FIRST, to: LAST, storedAt: Date.now() },
    plan: { resolution: '1D', from: FIRST, to: LAST, visibleFrom },
  });
}

beforeEach(async () => {
  vi.stubEnv('TZ', NEW_YORK);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 24, 20, 59, 10) });
  await followedFeeds.setValue({
    [BTC]: {
      display_symbol: 'AAPL/USD',
      asset_type: 'Equity',
      schedule: `${NEW_YORK};0930-1600,0930-1600,0930-1600,0930-1600,0930-1600,C,C;`,
    },
  });
  const publishTime = Date.UTC(2026, 10, 24, 20, 59) / 1_000;
  await tick({ [BTC]: storedPrice({ price: '25542811', expo: -5, publishTime }) });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function openYear() {
  const { container } = await openDetail(BTC);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: t('row.period.1y') }));
  const slider = await screen.findByRole('slider', { name: chartName('1y') });
  await waitFor(() => expect(container.querySelector('[data-part="candles"]')).not.toBeNull());
  return { user, slider, part: (name: string) => container.querySelector(`[data-part="${name}"]`) };
}

it.each([
  ['00:00 UTC', [FIRST, FIRST + 3 * DAY, LAST]],
  ['midnight in New York', [FIRST, FIRST + 3 * DAY, LAST].map((day) => day + 5 * 3_600)],
])('bars of a day that start at %s have their date and no time of day', async (_, starts) => {
  expect(Temporal.Now.timeZoneId()).toBe(NEW_YORK);
  showBars(starts, FIRST - 2 * DAY);
  const { user, slider, part } = await openYear();
  act(() => slider.focus());
  const read: (string | null | undefined)[] = [];
  await user.keyboard('{Home}');
  for (const date of SHOWN.slice(0, 2)) {
    read.push(part('period-change')?.querySelector('small')?.textContent);
    expect(part('cursor')).toHaveTextContent(date);
    expect(slider.getAttribute('aria-valuetext')).toContain(date);
    expect(slider.getAttribute('aria-valuetext')).not.toMatch(/\d:\d\d/);
    await user.keyboard('{ArrowRight}');
  }
  expect(read).toEqual(SHOWN.slice(0, 2));
});

it('candles of a part of a period: its change and its range say since when', async () => {
  showBars([FIRST, FIRST + 3 * DAY, LAST], FIRST - 300 * DAY);
  const { part } = await openYear();
  const since = t('detail.change.since', { time: 'Nov 20, 2026' });
  expect(part('period-change')).toHaveTextContent(since);
  expect(screen.getByRole('heading', { name: since })).toBeVisible();
  expect(screen.queryByRole('heading', { name: t('period.1y') })).toBeNull();
  expect(part('unfilled')).toHaveTextContent(since);
  expect(part('period-change')?.getAttribute('title')).toBe(since);
});

import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import '@/components/shared/hooks/conversion.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { Tone } from '@/lib/domain/market/price-state.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { readChartCandles } from '@/lib/pages/chart-candles.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { currencyFeeds, displayCurrency } from '@/lib/storage/values/currency.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { failedChecks, lastAskedAt, missingFeeds } from '@/lib/storage/values/prices.ts';
import { readCollectedPrices } from '@/lib/storage/history/collected-prices.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { BAD_SIGNATURE } from '../../unit/proofs.ts';
import {
  ALWAYS_CLOSED,
  ALWAYS_OPEN,
  BTC,
  ETH,
  EUR,
  storedPrice,
  tick,
} from '../popup/popup-page.tsx';
import { collectedAt, openDetail } from './detail-page.tsx';

vi.mock('@/lib/pages/chart-candles.ts', () => ({
  readChartCandles: vi.fn(),
  readCandleRange: () => Promise.resolve(null),
}));

vi.mock('@/lib/storage/history/collected-prices.ts', () => ({
  readCollectedPrices: vi.fn(async () => []),
  readGap: vi.fn(async () => null),
  watchCollectedPrices: () => () => undefined,
}));

const NOW = Math.floor(Date.now() / 1_000);
const STEP = 300;
const PRICE = { price: '8319700', expo: -2, conf: '100' };

/** Candles of the last day, whose closes are 78,940. */
beforeEach(() => {
  const from = NOW - 86_400;
  const candles = Array.from({ length: 86_400 / STEP }, (_, at) => {
    const [low, high] = [7_800_000n, 7_990_000n];
    return { start: from + at * STEP, open: low, low, high, close: 7_894_000n, isFinal: true };
  });
  vi.mocked(readChartCandles).mockResolvedValue({
    known: { expo: -2, candles, from, to: NOW, storedAt: NOW * 1_000 },
    plan: { resolution: '5', from, to: NOW, visibleFrom: from },
  });
});

async function follow(schedule: string, price: Partial<StoredPrice>, ageSeconds: number) {
  const open = { asset_type: 'Crypto', quote_currency: 'USD', schedule: ALWAYS_OPEN };
  await followedFeeds.setValue({
    [BTC]: { ...open, display_symbol: 'BTC/USD', schedule },
    [ETH]: { ...open, display_symbol: 'ETH/USD' },
  });
  await tick({ [BTC]: storedPrice({ ...PRICE, ...price }, ageSeconds), [ETH]: storedPrice() });
}

interface State {
  tone: Tone;
  /** What list and headline say about it. */
  words?: string;
  ageSeconds: number;
  schedule?: string;
  price?: Partial<StoredPrice>;
  prepare?: () => Promise<unknown>;
}

const isOffline = async (): Promise<void> => {
  await connectionState.setValue({ ...connectionState.fallback, state: 'offline' });
  await tick({ [ETH]: storedPrice({}, 7_200) });
  await lastAskedAt.setValue(Date.now() - 7_200_000);
};
const hasFailed = () =>
  failedChecks.setValue({
    [BTC]: { reason: BAD_SIGNATURE, at: Date.now(), trust: BUILT_IN_SIGNERS_VERSION },
  });

it.each<[string, State]>([
  ['live', { tone: 'usual', ageSeconds: 1 }],
  ['stale', { tone: 'gray', ageSeconds: 900, words: '15 min old' }],
  [
    'closed',
    {
      tone: 'closed',
      ageSeconds: 3_600,
      schedule: ALWAYS_CLOSED,
      words: t('row.mark.closed'),
    },
  ],
  ['offline', { tone: 'gray', ageSeconds: 7_200, prepare: isOffline }],
  [
    'failed verification',
    { tone: 'gray', ageSeconds: 1, prepare: hasFailed, words: t('proof.state.failed') },
  ],
  [
    'sample',
    {
      tone: 'usual',
      ageSeconds: 1,
      price: { isSample: true },
      prepare: () => areSamplesShown.setValue(true),
    },
  ],
])(
  '%s: list, headline, tag and dot show one price in one tone, and say the same about it',
  async (_, state) => {
    await follow(state.schedule ?? ALWAYS_OPEN, state.price ?? {}, state.ageSeconds);
    await state.prepare?.();
    const { container } = await openDetail(BTC);
    const part = (selector: string) => container.querySelector(selector);
    const place = () => part('[data-view="feed"] [data-way][data-tone]');
    await waitFor(() => expect(part('[data-part="last-tag"]')).toHaveTextContent('83,197'));
    expect(part(`li[data-id="${BTC}"] [data-part="price"]`)).toHaveAttribute('value', '83197.00');
    expect(part('[data-part="exact-price"]')).toHaveAttribute('value', '83197.00');
    await waitFor(() => expect(place()).toHaveAttribute('data-tone', state.tone));
    expect(part('[data-part="price-head"]')).toHaveAttribute('data-tone', state.tone);
    const { words } = state;
    if (words !== undefined) {
      const exception = `li[data-id="${BTC}"] [data-part="exception"]`;
      // Its code is loaded when it is needed.
      await waitFor(() => expect(part(exception)).toHaveTextContent(words));
      expect(part('[data-part="price-head"]')).toHaveTextContent(words);
    }
    const [x, y] = ['cx', 'cy'].map((name) =>
      Number(part('[data-part="last-dot"]')?.getAttribute(name)),
    );
    const line = part('[data-part="line"]')?.getAttribute('d') ?? '';
    const [endX, endY] = (line.split(/[ML]/).at(-1) ?? '').split(' ').map(Number);
    expect([endX, endY]).toEqual([expect.closeTo(x!, 0), expect.closeTo(y!, 0)]);
    const listTone = part('[data-gray]')
      ? 'gray'
      : part(`li[data-id="${BTC}"]`)?.getAttribute('data-standing');
    const asTone = { stale: 'gray', refused: 'gray', closed: 'closed', gray: 'gray' } as const;
    expect(asTone[listTone as keyof typeof asTone] ?? 'usual').toBe(state.tone);
  },
);

it('the time after a stale price is left open, and the note says when it was published', async () => {
  await follow(ALWAYS_OPEN, {}, 7_200);
  const { container } = await openDetail(BTC);
  await waitFor(() => expect(container.querySelector('[data-part="unknown"]')).toBeInTheDocument());
  expect(container.querySelector('[data-part="period-change"]')).toHaveTextContent(/ · 2 hr? old$/);
});

it('gone: no price is shown anywhere', async () => {
  await follow(ALWAYS_OPEN, {}, 1);
  await missingFeeds.setValue({ [BTC]: 'unknown' });
  const { container } = await openDetail(BTC);
  await waitFor(() => expect(container.querySelector('[data-part="line"]')).toBeInTheDocument());
  for (const part of ['exact-price', 'last-tag', 'last-dot']) {
    expect(container.querySelector(`[data-part="${part}"]`)).toBeNull();
  }
  expect(container.querySelector(`li[data-id="${BTC}"] [data-part="price"]`)).toBeNull();
});

describe('in a display currency', () => {
  const RATE = { price: '125', conf: '0', expo: -2 };

  async function openInEuros(rate?: Partial<StoredPrice>) {
    await displayCurrency.setValue('EUR');
    await currencyFeeds.setValue({ EUR: { id: EUR, isInverse: false } });
    await follow(ALWAYS_OPEN, { price: '8000000' }, 1);
    if (rate) await tick({ [EUR]: storedPrice(rate) });
    const { container } = await openDetail(BTC);
    const part = (name: string) =>
      container.querySelector(`[data-view="feed"] [data-part="${name}"]`);
    await waitFor(() => expect(part('last-tag')).toHaveTextContent('80,000'));
    return { part, listed: container.querySelector(`li[data-id="${BTC}"] [data-part="price"]`) };
  }

  it('list and headline show one price; beside the change is the quoted one, as on the chart', async () => {
    const { part, listed } = await openInEuros(RATE);
    expect(listed).toHaveAttribute('value', '64000.00');
    expect(part('exact-price')).toHaveAttribute('value', '64000.00');
    expect(part('price-head')).toHaveTextContent('EUR');
    expect(part('quoted-price')).toHaveAttribute('value', '80000.00');
    await tick({ [EUR]: storedPrice({ ...RATE, price: '128' }) });
    await waitFor(() => expect(part('exact-price')).toHaveAttribute('value', '62500.00'));
    expect(part('quoted-price')).toHaveAttribute('value', '80000.00');
  });

  it('without the rate, neither shows a price', async () => {
    const { part, listed } = await openInEuros();
    expect(listed).toBeNull();
    expect(part('exact-price')).toBeNull();
    expect(part('quoted-price')).toHaveAttribute('value', '80000.00');
  });
});

it('a split is a hollow dot on the line, with its name on the axis', async () => {
  await follow(ALWAYS_OPEN, {}, 1);
  const signed = [collectedAt(NOW - 40_000, 31_576_000), collectedAt(NOW - 20_000, 7_894_000)];
  vi.mocked(readCollectedPrices).mockResolvedValue(signed);
  const { container } = await openDetail(BTC);
  const mark = () => container.querySelector('[data-part="split"]');
  await waitFor(() => expect(mark()).toHaveTextContent('Split?'));
  const dot = mark()?.querySelector('circle');
  const line = container.querySelector('[data-part="line"]')?.getAttribute('d') ?? '';
  const onLine = line.split(/[ML]/).map((point) => Number(point.split(' ')[0]));
  const nearest = Math.min(...onLine.map((x) => Math.abs(x - Number(dot?.getAttribute('cx')))));
  expect(nearest).toBeLessThan(1);
  expect(screen.getByText(t('chart.splitAdjusted'))).toBeVisible();
});

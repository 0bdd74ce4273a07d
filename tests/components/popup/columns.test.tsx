import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { referenceTime } from '@/lib/domain/history/time-grid.ts';
import { writePastPrice } from '@/lib/domain/history/past-price.ts';
import { compareTexts } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { everyChangeWanted, references } from '@/lib/storage/values/history.ts';
import { listView } from '@/lib/storage/values/view.ts';
import type { RollingPeriod } from '@/lib/domain/history/periods.ts';
import { BTC, openPopup, row, storedPrice, symbols, tick } from './popup-page.tsx';

// The test environment cannot draw.

const past = (period: RollingPeriod, price: string): string =>
  writePastPrice({ time: referenceTime(period, Date.now() / 1_000), price, expo: -2, trust: null });

function openAt(width: number): void {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: width >= Number(/min-width: (\d+)px/.exec(query)?.[1] ?? Infinity),
        addEventListener: vi.fn(),
        removeEventListener: vi.fn(),
      }) as unknown as MediaQueryList,
  );
}

const heads = (): HTMLElement[] =>
  within(screen.getByRole('group', { name: t('popup.view.sort') })).getAllByRole('button');
const headed = (): string[] =>
  Array.from(heads()[0]?.parentElement?.children ?? [], (head) => head.textContent).filter(Boolean);
const changes = (symbol: string): string[] =>
  Array.from(
    row(symbol).querySelectorAll('[data-part="change"]'),
    ({ textContent }) => textContent ?? '',
  );

describe('the columns of a wide window', () => {
  beforeEach(() => openAt(1_000));

  it('show the changes over two periods, and ask the worker for them', async () => {
    await tick({ [BTC]: storedPrice() });
    await references['1h'].setValue({ [BTC]: past('1h', '6500000') });
    await references['24h'].setValue({ [BTC]: past('24h', '6296501') });
    await openPopup();
    await waitFor(() => expect(changes('BTC/USD')).toEqual(['+2.14% in 24 hours', '–']));
    expect(within(row('BTC/USD')).getByRole('img', { name: /Last 7 days: / })).toBeInTheDocument();
    await waitFor(async () => expect(await everyChangeWanted.getValue()).toBe(true));
    await listView.update((view) => ({ ...view, changePeriod: '1h' }));
    await waitFor(() =>
      expect(changes('BTC/USD')).toEqual(['−1.06% in 1 hour', '+2.14% in 24 hours']),
    );
  });

  it('sort the list; a second press returns to the order of the user', async () => {
    const { user } = await openPopup();
    const byHand = symbols();
    await waitFor(() => expect(heads()).toHaveLength(2));
    const name = heads()[0] as HTMLElement;
    await user.click(name);
    await waitFor(() =>
      expect(symbols()).toEqual(byHand.toSorted((a, b) => compareTexts(a ?? '', b ?? ''))),
    );
    expect(name).toHaveAttribute('aria-pressed', 'true');
    await user.click(name);
    await waitFor(() => expect(symbols()).toEqual(byHand));
  });

  it('are headed by the period, which opens its menu', async () => {
    const { user } = await openPopup();
    await waitFor(() => expect(heads()).toHaveLength(2));
    await user.click(heads()[1] as HTMLElement);
    await user.click(await screen.findByRole('menuitemradio', { name: t('period.7d') }));
    expect(await listView.getValue()).toMatchObject({ changePeriod: '7d' });
    await waitFor(() => expect(headed()).toEqual(['Name', 'Price', '7d', '24h']));
  });

  it('show a change of the day beside that of 24 hours', async () => {
    await listView.update((view) => ({ ...view, changePeriod: 'today' }));
    await openPopup();
    await waitFor(() => expect(headed()).toEqual(['Name', 'Price', 'Today', '24h']));
  });

  it('mark the feed that is displayed beside the list', async () => {
    await openPopup();
    const current = (): (string | null)[] =>
      Array.from(document.querySelectorAll('[aria-current]'), ({ textContent }) => textContent);
    await waitFor(() => expect(current()).toEqual(['BTC/USD']));
    location.hash = `#feed/${BTC.replace(/^./, 'f')}`;
    await waitFor(() => expect(current()).toEqual([]));
    location.hash = '';
  });
});

it('a narrow window has no columns', async () => {
  openAt(700);
  await openPopup();
  expect(screen.queryByRole('group', { name: t('popup.view.sort') })).toBeNull();
  expect(document.querySelector('[aria-current]')).toBeNull();
  expect(await everyChangeWanted.getValue()).toBe(false);
});

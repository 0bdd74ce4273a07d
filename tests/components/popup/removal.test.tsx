import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createListActions } from '@/components/shared/hooks/list-actions.ts';
import { undoPageNotice, usePageNotice } from '@/components/shared/page-notice.ts';
import { t } from '@/lib/base/locale/t.ts';
import { removeLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { MAX_WATCHLIST } from '@/lib/base/limits.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import {
  BTC,
  chooseInRow,
  LISTED_SYMBOLS,
  ETH,
  openPopup,
  priceOf,
  row,
  storedPrice,
  symbols,
  tick,
} from './popup-page.tsx';

const link = (symbol: string): HTMLElement => within(row(symbol)).getByRole('link');

describe('removing a feed', () => {
  it('can be undone, with the same position, name and price', async () => {
    await tick({ [ETH]: storedPrice() });
    const { user } = await openPopup();
    await chooseInRow(user, 'ETH/USD', t('row.menu.remove'));
    await waitFor(() =>
      expect(symbols()).toEqual(LISTED_SYMBOLS.filter((name) => name !== 'ETH/USD')),
    );
    expect(screen.getByText('ETH/USD removed')).toBeInTheDocument();

    // The background removes prices of feeds that are not on the watchlist.
    await followedFeeds.update((known) =>
      Object.fromEntries(Object.entries(known).filter(([id]) => id !== ETH)),
    );
    await removeLatestPrices([ETH]);

    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(symbols()).toEqual(LISTED_SYMBOLS));
    expect(priceOf('ETH/USD')).toHaveAttribute('value', '64312.45781203');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('can also be undone with the usual shortcut', async () => {
    const { user } = await openPopup();
    link('BTC/USD').focus();
    await user.keyboard('{Delete}');
    await waitFor(() => expect(symbols()).not.toContain('BTC/USD'));
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(symbols()).toEqual(LISTED_SYMBOLS));
  });

  it('is offered again if the watchlist is full by now', async () => {
    const many = Array.from({ length: MAX_WATCHLIST }, (_, n) => n.toString(16).padStart(64, '0'));
    const { result } = renderHook(() => usePageNotice());
    const actions = createListActions(
      () => undefined,
      () => null,
    );
    await act(() => actions.remove(ETH));
    await watchlist.setValue(many);
    act(() => void undoPageNotice());
    await waitFor(() => expect(result.current?.text).toBe(t('popup.notice.full')));
    expect(await watchlist.getValue()).toEqual(many);
    await watchlist.setValue([BTC]);
    act(() => void undoPageNotice());
    await waitFor(async () => expect(await watchlist.getValue()).toEqual([BTC, ETH]));
    expect(result.current).toBeNull();
  });

  it('returns the focus when its button undoes it', async () => {
    await watchlist.setValue([BTC, ETH]);
    const { user } = await openPopup();
    link('BTC/USD').focus();
    await user.keyboard('{Delete}');
    const undo = await screen.findByRole('button', { name: 'Undo' });
    while (document.activeElement !== undo) await user.tab();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(symbols()).toEqual(['BTC/USD', 'ETH/USD']));
    // The tab stop before the Undo button.
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('button', { name: t('popup.addFeedButton') })).toHaveFocus();
  });

  it('with the keyboard focuses the next row, or the previous one at the end', async () => {
    await watchlist.setValue([BTC, ETH]);
    const { user } = await openPopup();
    link('BTC/USD').focus();
    await user.keyboard('{Delete}');
    await waitFor(() => expect(symbols()).toEqual(['ETH/USD']));
    expect(link('ETH/USD')).toHaveFocus();
    await user.keyboard('{Delete}');
    expect(await screen.findByText(t('popup.empty.title'))).toBeInTheDocument();
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('button', { name: t('popup.addFeedButton') })).toHaveFocus();
  });

  it('from its menu focuses the next row', async () => {
    const { user } = await openPopup();
    await chooseInRow(user, 'ETH/USD', t('row.menu.remove'));
    await waitFor(() => expect(symbols()).not.toContain('ETH/USD'));
    expect(link('EUR/USD')).toHaveFocus();
  });

  it('replaces the undo of the previous removal', async () => {
    const { user } = await openPopup();
    await chooseInRow(user, 'ETH/USD', t('row.menu.remove'));
    await screen.findByText('ETH/USD removed');
    await chooseInRow(user, 'EUR/USD', t('row.showOnBadgeButton'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  it('hides undo after six seconds, but not while the pointer is over it', async () => {
    await openPopup();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      fireEvent.keyDown(link('ETH/USD'), { key: 'Delete' });
      await vi.waitFor(() => expect(screen.getByText('ETH/USD removed')).toBeInTheDocument());
      const undo = screen.getByRole('button', { name: 'Undo' });

      fireEvent.pointerEnter(undo);
      act(() => void vi.advanceTimersByTime(60_000));
      expect(undo).toBeInTheDocument();

      fireEvent.pointerLeave(undo);
      act(() => void vi.advanceTimersByTime(5_999));
      expect(undo).toBeInTheDocument();
      act(() => void vi.advanceTimersByTime(1));
      expect(undo).not.toBeInTheDocument();
    } finally {
      vi.useRealTimers();
    }
  });
});

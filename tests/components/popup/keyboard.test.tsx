import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { singleKeys } from '@/lib/storage/values/view.ts';
import { badgeFeedId, watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH, EUR, menuButton, openPopup, row, symbols } from './popup-page.tsx';

beforeEach(async () => {
  location.hash = '';
  await watchlist.setValue([BTC, ETH, EUR]);
});

const link = (symbol: string): HTMLElement => within(row(symbol)).getByRole('link');
const field = (): HTMLElement => screen.getByRole('searchbox', { name: 'Search feeds' });
const add = (within_: HTMLElement): HTMLElement =>
  within(within_).getByRole('button', { name: t('popup.addFeedButton') });

describe('with Tab', () => {
  it('every control is reached in visual order, and the list is one stop', async () => {
    const { user } = await openPopup();
    const stops = [
      screen.getByRole('button', { name: /^Price change/ }),
      add(screen.getByRole('search')),
      screen.getByRole('link', { name: 'Alerts' }),
      screen.getByRole('button', { name: t('popup.viewButton') }),
      screen.getByRole('button', { name: t('popup.menuButton') }),
      link('BTC/USD'),
      add(screen.getByRole('main')),
      screen.getByRole('button', { name: 'Open in a tab' }),
    ];
    for (const stop of stops) {
      await user.tab();
      expect(stop).toHaveFocus();
    }
  });

  it('the focus returns to the row that had it, or to the first one if that is gone', async () => {
    const { user } = await openPopup();
    link('BTC/USD').focus();
    await user.keyboard('{ArrowDown}');
    await user.tab();
    await user.tab({ shift: true });
    expect(link('ETH/USD')).toHaveFocus();
    await watchlist.setValue([BTC, EUR]);
    await waitFor(() => expect(symbols()).toEqual(['BTC/USD', 'EUR/USD']));
    expect(link('BTC/USD')).toHaveAttribute('tabindex', '0');
  });
});

describe('in the list', () => {
  it('the arrow keys, j and k, Home and End move between the rows', async () => {
    const { user } = await openPopup();
    link('BTC/USD').focus();
    await user.keyboard('{ArrowDown}');
    expect(link('ETH/USD')).toHaveFocus();
    await user.keyboard('j');
    expect(link('EUR/USD')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(link('EUR/USD')).toHaveFocus();
    await user.keyboard('k');
    expect(link('ETH/USD')).toHaveFocus();
    await user.keyboard('{Home}');
    expect(link('BTC/USD')).toHaveFocus();
    await user.keyboard('{End}');
    expect(link('EUR/USD')).toHaveFocus();
  });

  it('left and right move between a row’s controls', async () => {
    const { user } = await openPopup();
    link('BTC/USD').focus();
    await user.keyboard('{ArrowRight}');
    expect(menuButton('BTC/USD')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(menuButton('ETH/USD')).toHaveFocus();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(within(row('ETH/USD')).getByRole('button', { name: 'Move ETH/USD' })).toHaveFocus();
  });

  it('a opens the form for an alert, b shows the feed on the badge', async () => {
    const { user } = await openPopup();
    link('ETH/USD').focus();
    await user.keyboard('b');
    await waitFor(async () => expect(await badgeFeedId.getValue()).toBe(ETH));
    expect(await screen.findByText('In the toolbar: ETH/USD')).toHaveAttribute('aria-live');
    await user.keyboard('a');
    expect(location.hash).toBe(`#alerts/new/${ETH}`);
  });

  it('a letter is the key in the same position on a Cyrillic keyboard', async () => {
    await openPopup();
    link('BTC/USD').focus();
    fireEvent.keyDown(link('BTC/USD'), { key: 'о', code: 'KeyJ' });
    expect(link('ETH/USD')).toHaveFocus();
  });

  it('keys with other modifiers are left to the browser', async () => {
    await openPopup();
    link('ETH/USD').focus();
    for (const modifier of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
      expect(fireEvent.keyDown(link('ETH/USD'), { key: 'a', ...modifier })).toBe(true);
    }
    expect(location.hash).toBe('');
  });

  it('Shift+F10 opens the menu, which returns the focus', async () => {
    const { user } = await openPopup();
    link('ETH/USD').focus();
    await user.keyboard('{Shift>}{F10}{/Shift}');
    expect(await screen.findByRole('menu')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(link('ETH/USD')).toHaveFocus();
  });
});

describe('anywhere', () => {
  it('j enters the list if nothing has the focus', async () => {
    const { user } = await openPopup();
    await user.keyboard('j');
    expect(link('BTC/USD')).toHaveFocus();
  });

  it('/ opens the search, where letters are typed, and Escape returns to the row', async () => {
    const { user } = await openPopup();
    link('ETH/USD').focus();
    await user.keyboard('/');
    expect(field()).toHaveFocus();
    await user.keyboard('j?/');
    expect(field()).toHaveValue('j?/');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('{Escape}');
    expect(link('ETH/USD')).toHaveFocus();
  });

  it('Escape leaves another view, and / leaves it for the search', async () => {
    const back = vi.spyOn(history, 'back').mockImplementation(() => {
      location.hash = '';
    });
    location.hash = '#alerts';
    const { user } = await openPopup();
    await screen.findByRole('heading', { name: 'Alerts' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(row('BTC/USD')).toBeVisible());

    location.hash = '#alerts';
    await screen.findByRole('heading', { name: 'Alerts' });
    await user.keyboard('/');
    await waitFor(() => expect(field()).toHaveFocus());
    expect(location.hash).toBe('');
    back.mockRestore();
  });

  it('? lists all shortcuts, and Escape closes the list only', async () => {
    const { user } = await openPopup();
    link('ETH/USD').focus();
    await user.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(sheet).getByText('Next price').nextElementSibling).toHaveTextContent('↓J');
    expect(within(sheet).getByText('Search feeds').nextElementSibling).toHaveTextContent('/+');
    fireEvent.keyDown(sheet, { key: '/' });
    expect(field()).not.toHaveFocus();
    fireEvent.keyDown(sheet, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(row('ETH/USD')).toBeVisible();
  });

  it('the list of shortcuts is also in the menu', async () => {
    const { user } = await openPopup();
    await user.click(screen.getByRole('button', { name: t('popup.menuButton') }));
    await user.click(await screen.findByRole('menuitem', { name: /^Keyboard shortcuts/ }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
  });
});

it('the focused row names its shortcuts', async () => {
  await openPopup();
  expect(link('BTC/USD')).toHaveAttribute('aria-keyshortcuts', 'a b Delete Shift+F10 ContextMenu');
  expect(link('ETH/USD')).not.toHaveAttribute('aria-keyshortcuts');
});

describe('shortcuts of a single letter or sign', () => {
  it('do nothing and are not listed once they are turned off; the other keys still work', async () => {
    await singleKeys.setValue(false);
    const { user } = await openPopup();
    link('BTC/USD').focus();
    await user.keyboard('jab/?');
    expect(link('BTC/USD')).toHaveFocus();
    expect(location.hash).toBe('');
    expect(await badgeFeedId.getValue()).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(link('BTC/USD')).toHaveAttribute('aria-keyshortcuts', 'Delete Shift+F10 ContextMenu');
    await user.keyboard('{ArrowDown}');
    expect(link('ETH/USD')).toHaveFocus();
    await user.click(menuButton('ETH/USD'));
    const item = await screen.findByRole('menuitem', { name: t('row.menu.newAlert') });
    expect(item).not.toHaveAttribute('aria-keyshortcuts');
  });
});

it('Backspace removes a feed on a Mac only', async () => {
  const { user } = await openPopup();
  link('BTC/USD').focus();
  await user.keyboard('{Backspace}');
  expect(link('BTC/USD')).toHaveFocus();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel)');
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(symbols()).toEqual(['ETH/USD', 'EUR/USD']));
});

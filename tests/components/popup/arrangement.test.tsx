import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { catalog } from '@/lib/storage/catalog-store.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { groups, listView, rowNames } from '@/lib/storage/values/view.ts';
import { badgeFeedId, watchlist } from '@/lib/storage/values/watchlist.ts';
import {
  BTC,
  ETH,
  EUR,
  catalogFeed,
  menuButton,
  openPopup,
  row,
  storedPrice,
  symbols,
  tick,
} from './popup-page.tsx';
import { makeAlert } from '../alerts/alerts-page.tsx';

beforeEach(async () => {
  location.hash = '';
  await watchlist.setValue([EUR, ETH, BTC]);
});

const BY_HAND = ['EUR/USD', 'ETH/USD', 'BTC/USD'];

type User = Awaited<ReturnType<typeof openPopup>>['user'];

async function choose(user: User, name: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: t('popup.viewButton') }));
  await user.click(await screen.findByRole('menuitemradio', { name }));
}

async function openRowMenu(user: User, symbol: string): Promise<void> {
  await user.click(
    within(row(symbol)).getByRole('button', { name: t('row.menuLabel', { name: symbol }) }),
  );
  await screen.findByRole('menu');
}

describe('sorting', () => {
  it('by name leaves the manual order unchanged', async () => {
    const { user } = await openPopup();
    await choose(user, 'Name');
    await waitFor(() => expect(symbols()).toEqual(['BTC/USD', 'ETH/USD', 'EUR/USD']));
    expect(await watchlist.getValue()).toEqual([EUR, ETH, BTC]);
    await choose(user, t('popup.view.custom'));
    await waitFor(() => expect(symbols()).toEqual(BY_HAND));
  });

  it('by change keeps every row, even while changes are unknown', async () => {
    await tick({ [BTC]: storedPrice() });
    const { user } = await openPopup();
    await choose(user, 'Change');
    await waitFor(async () => expect((await listView.getValue()).sort).toBe('change'));
    expect(new Set(symbols())).toEqual(new Set(BY_HAND));
    expect(symbols()).toHaveLength(BY_HAND.length);
  });

  it('disables moves, which would have no visible effect', async () => {
    await listView.setValue({ ...listView.fallback, sort: 'name' });
    const { user } = await openPopup();
    expect(
      screen.queryByRole('button', { name: t('row.moveLabel', { name: 'BTC/USD' }) }),
    ).toBeNull();
    await openRowMenu(user, 'ETH/USD');
    await user.click(screen.getByRole('menuitem', { name: t('row.menu.move') }));
    const up = screen.getByRole('menuitem', { name: /^Move up/ });
    expect(up).toHaveAttribute('aria-disabled', 'true');
    await user.click(up);
    expect(await watchlist.getValue()).toEqual([EUR, ETH, BTC]);
  });
});

describe('moving a row', () => {
  it('with Alt and an arrow key is announced and keeps the focus', async () => {
    const { user } = await openPopup();
    const link = within(row('EUR/USD')).getByRole('link');
    link.focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(symbols()).toEqual(['ETH/USD', 'EUR/USD', 'BTC/USD']));
    expect(within(row('EUR/USD')).getByRole('link')).toHaveFocus();
    const said = await screen.findByText('EUR/USD is now at position 2 of 3');
    expect(said).toHaveAttribute('aria-live', 'polite');
  });

  it('works from its menu', async () => {
    const { user } = await openPopup();
    await openRowMenu(user, 'BTC/USD');
    await user.click(screen.getByRole('menuitem', { name: t('row.menu.move') }));
    await user.click(screen.getByRole('menuitem', { name: t('row.menu.moveToTop') }));
    await waitFor(() => expect(symbols()).toEqual(['BTC/USD', 'EUR/USD', 'ETH/USD']));
  });
});

describe('a row’s name', () => {
  it('opens the feed’s details', async () => {
    await openPopup();
    const link = within(row('BTC/USD')).getByRole('link', { name: /^BTC ?\/USD$/ });
    expect(link).toHaveAttribute('href', `#feed/${BTC}`);
  });

  it('and the rest of the row open them, but its buttons do not', async () => {
    const { user } = await openPopup();
    await user.click(menuButton('BTC/USD'));
    await user.keyboard('{Escape}');
    expect(location.hash).toBe('');
    const figure = row('BTC/USD').querySelector('[data-part="no-price"]');
    if (!figure) expect.fail('no figure');
    await user.click(figure);
    expect(location.hash).toBe(`#feed/${BTC}`);
  });

  it('can be changed to a display name and reset to the symbol', async () => {
    const { user } = await openPopup();
    await openRowMenu(user, 'BTC/USD');
    await user.click(screen.getByRole('menuitem', { name: 'Rename…' }));
    const field = await screen.findByRole('textbox', { name: t('row.rename.label') });
    expect(field).toHaveValue('BTC/USD');
    await user.clear(field);
    await user.type(field, 'Savings{Enter}');
    await waitFor(() => expect(symbols()).toContain('Savings'));
    expect(row('Savings')).toHaveTextContent('BTC/USD · Bitcoin');
    expect(await rowNames.getValue()).toEqual({ [BTC]: 'Savings' });

    await openRowMenu(user, 'Savings');
    await user.click(screen.getByRole('menuitem', { name: 'Rename…' }));
    await user.click(
      await screen.findByRole('button', { name: t('row.rename.reset', { symbol: 'BTC/USD' }) }),
    );
    await waitFor(() => expect(symbols()).toEqual(BY_HAND));
    expect(await rowNames.getValue()).toEqual({});
  });
});

describe('a row’s menu', () => {
  it('also opens on a right-click, supports menu keys, and returns the focus', async () => {
    const { user } = await openPopup();
    fireEvent.contextMenu(row('ETH/USD'));
    const first = await screen.findByRole('menuitem', { name: t('row.menu.open') });
    expect(screen.getByRole('menu')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(first).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'New alert…' })).toHaveFocus();
    await user.keyboard('{End}');
    const last = screen.getByRole('menuitem', { name: t('row.menu.remove') });
    expect(last).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(first).toHaveFocus();
    await user.keyboard('s');
    expect(screen.getByRole('menuitem', { name: 'Show in the toolbar' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(
      screen.getByRole('button', { name: t('row.menuLabel', { name: 'ETH/USD' }) }),
    ).toHaveFocus();
  });

  it('closes on a press outside it', async () => {
    const { user } = await openPopup();
    await openRowMenu(user, 'ETH/USD');
    await user.pointer({ target: screen.getByRole('main'), keys: '[MouseLeft]' });
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('opens the feed’s details and removes the feed', async () => {
    const { user } = await openPopup();
    await openRowMenu(user, 'ETH/USD');
    await user.click(screen.getByRole('menuitem', { name: t('row.menu.remove') }));
    await waitFor(() => expect(symbols()).toEqual(['EUR/USD', 'BTC/USD']));
    await openRowMenu(user, 'BTC/USD');
    await user.click(screen.getByRole('menuitem', { name: t('row.menu.open') }));
    expect(location.hash).toBe(`#feed/${BTC}`);
  });
});

it('applies the density that the user chose', async () => {
  const { user } = await openPopup();
  const list = screen.getByRole('list', { name: 'Watchlist' });
  expect(list).toHaveAttribute('data-density', 'comfortable');
  await choose(user, 'Compact');
  await waitFor(() => expect(list).toHaveAttribute('data-density', 'compact'));
});

describe('a feed that the service no longer offers', () => {
  const NEW = catalogFeed(7, {
    symbol: 'Crypto.ETHX/USD',
    base: 'ETH',
    description: 'ETHEREUM NEW / US DOLLAR',
  });

  beforeEach(async () => {
    await missingFeeds.setValue({ [ETH]: 'unknown' });
    await catalog.setValue({ fetchedAt: 1, feeds: [NEW] });
  });

  it('is replaced in place, with its groups, name and badge, and undo restores it', async () => {
    await groups.setValue([{ id: 'g', name: 'Coins', feedIds: [BTC, ETH] }]);
    await rowNames.setValue({ [ETH]: 'Ether' });
    await badgeFeedId.setValue(ETH);
    const { user } = await openPopup();
    await user.click(within(row('Ether')).getByRole('button', { name: 'Find replacement' }));
    expect(screen.getByRole('searchbox')).toHaveValue('ETH');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    expect(await screen.findByRole('note')).toHaveTextContent('Choose a price to replace Ether.');
    await user.click(await screen.findByRole('option', { name: /ETHX/ }));

    await waitFor(async () => expect(await watchlist.getValue()).toEqual([EUR, NEW.id, BTC]));
    await waitFor(() => expect(symbols()).toEqual(['EUR/USD', 'Ether', 'BTC/USD']));
    expect((await groups.getValue())[0]?.feedIds).toEqual([BTC, NEW.id]);
    expect(await badgeFeedId.getValue()).toBe(NEW.id);

    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await watchlist.getValue()).toEqual([EUR, ETH, BTC]));
    expect((await groups.getValue())[0]?.feedIds).toEqual([BTC, ETH]);
  });

  it('asks what to do with its alerts, as a removal does', async () => {
    const alerts = [makeAlert('a', { feedId: ETH }), makeAlert('b')];
    await alertRules.setValue(alerts);
    const { user } = await openPopup();
    await user.click(within(row('ETH/USD')).getByRole('button', { name: 'Find replacement' }));
    await user.click(await screen.findByRole('option', { name: /ETHX/ }));
    await screen.findByText('ETH/USD removed. Keep its alert paused, or delete it?');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('ETH/USD and its alert removed');
    expect((await alertRules.getValue()).map(({ id }) => id)).toEqual(['b']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await alertRules.getValue()).toEqual(alerts));
    expect(await watchlist.getValue()).toContain(ETH);
  });

  it('stays if the search is canceled', async () => {
    const { user } = await openPopup();
    await user.click(within(row('ETH/USD')).getByRole('button', { name: 'Find replacement' }));
    await screen.findByRole('note');
    await user.keyboard('{Escape}');
    expect(symbols()).toEqual(BY_HAND);
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { catalog } from '@/lib/storage/catalog-store.ts';
import { groups, listView } from '@/lib/storage/values/view.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, catalogFeed, ETH, EUR, openPopup, row, symbols } from './popup-page.tsx';

const MAJORS: Group = { id: 'majors', name: 'Majors', feedIds: [ETH, BTC] };
const FX: Group = { id: 'fx', name: 'FX', feedIds: [EUR] };

beforeEach(async () => {
  await watchlist.setValue([BTC, ETH, EUR]);
  await groups.setValue([MAJORS, FX]);
});

const tab = (name: string): HTMLElement => screen.getByRole('tab', { name });
const tabs = (): (string | null)[] => screen.getAllByRole('tab').map((each) => each.textContent);

async function openRowMenu(user: Awaited<ReturnType<typeof openPopup>>['user'], symbol: string) {
  await user.click(
    within(row(symbol)).getByRole('button', { name: t('row.menuLabel', { name: symbol }) }),
  );
  return screen.findByRole('menu', { name: t('row.menuLabel', { name: symbol }) });
}

async function openNewGroup(user: Awaited<ReturnType<typeof openPopup>>['user']): Promise<void> {
  fireEvent.contextMenu(tab('All'));
  await user.click(await screen.findByRole('menuitem', { name: 'New group…' }));
}

describe('the group tabs', () => {
  it('are above the list: first All, then the groups, each with its own order', async () => {
    const { user } = await openPopup();
    expect(tabs()).toEqual(['All', 'Majors', 'FX']);
    expect(tab('All')).toHaveAttribute('aria-selected', 'true');
    await user.click(tab('Majors'));
    await waitFor(() => expect(symbols()).toEqual(['ETH/USD', 'BTC/USD']));
    expect(screen.getByRole('tabpanel', { name: 'Majors' })).toBeInTheDocument();
    await user.click(tab('All'));
    await waitFor(() => expect(symbols()).toEqual(['BTC/USD', 'ETH/USD', 'EUR/USD']));
  });

  it('without groups, the name of the program is in their place', async () => {
    await groups.setValue([]);
    await openPopup();
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.queryByRole('tabpanel')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Pricelight' })).not.toHaveClass('visually-hidden');
  });

  it('are one tab stop; arrow keys, Home and End select a tab', async () => {
    const { user } = await openPopup();
    await user.tab();
    expect(tab('All')).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(tab('Majors')).toHaveFocus();
    await waitFor(() => expect(tab('Majors')).toHaveAttribute('aria-selected', 'true'));
    await user.keyboard('{End}');
    expect(tab('FX')).toHaveFocus();
    await waitFor(() => expect(symbols()).toEqual(['EUR/USD']));
    await user.keyboard('{ArrowRight}');
    expect(tab('All')).toHaveFocus();
    await waitFor(() => expect(tab('All')).toHaveAttribute('tabindex', '0'));
    expect(tab('FX')).toHaveAttribute('tabindex', '-1');
  });

  it('open at the tab that the user last selected', async () => {
    await listView.setValue({ ...listView.fallback, groupId: 'fx' });
    await openPopup();
    expect(symbols()).toEqual(['EUR/USD']);
  });

  it('show All if the selected group no longer exists', async () => {
    await listView.setValue({ ...listView.fallback, groupId: 'gone' });
    await openPopup();
    expect(tab('All')).toHaveAttribute('aria-selected', 'true');
    expect(symbols()).toHaveLength(3);
  });

  it('show only feeds on the watchlist', async () => {
    await groups.setValue([{ ...MAJORS, feedIds: [BTC, 'ab'.repeat(32)] }]);
    await listView.setValue({ ...listView.fallback, groupId: 'majors' });
    await openPopup();
    expect(symbols()).toEqual(['BTC/USD']);
  });
});

describe('a group', () => {
  it('is created with a name and selected', async () => {
    const { user } = await openPopup();
    await openNewGroup(user);
    const dialog = await screen.findByRole('dialog', { name: 'New group' });
    await user.type(within(dialog).getByRole('textbox'), 'Metals & FX{Enter}');
    await waitFor(() => expect(tabs()).toEqual(['All', 'Majors', 'FX', 'Metals & FX']));
    await waitFor(() => expect(tab('Metals & FX')).toHaveAttribute('aria-selected', 'true'));
    expect(
      screen.getByText(t('popup.empty.groupTitle', { group: 'Metals & FX' })),
    ).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('can be renamed with the keyboard', async () => {
    const { user } = await openPopup();
    await user.click(tab('Majors'));
    await user.keyboard('{F2}');
    const field = await screen.findByRole('textbox', { name: t('group.nameLabel') });
    await user.clear(field);
    await user.type(field, 'Coins{Enter}');
    await waitFor(() => expect(tabs()).toEqual(['All', 'Coins', 'FX']));
  });

  it('can be deleted without its feeds, and restored with undo', async () => {
    const { user } = await openPopup();
    await user.click(tab('Majors'));
    await waitFor(() => expect(tab('Majors')).toHaveAttribute('aria-selected', 'true'));
    fireEvent.contextMenu(tab('Majors'));
    await user.click(await screen.findByRole('menuitem', { name: /^Delete group/ }));
    await waitFor(() => expect(tabs()).toEqual(['All', 'FX']));
    expect(await watchlist.getValue()).toEqual([BTC, ETH, EUR]);

    expect(await screen.findByText('Group Majors deleted')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(tabs()).toEqual(['All', 'Majors', 'FX']));
    await waitFor(() => expect(symbols()).toEqual(['ETH/USD', 'BTC/USD']));
  });

  it('can be moved among the tabs', async () => {
    const { user } = await openPopup();
    await user.click(tab('Majors'));
    await waitFor(() => expect(tab('Majors')).toHaveAttribute('aria-selected', 'true'));
    await user.keyboard('{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}');
    await waitFor(() => expect(tabs()).toEqual(['All', 'FX', 'Majors']));
    fireEvent.contextMenu(tab('Majors'));
    await user.click(await screen.findByRole('menuitem', { name: /^Move tab left/ }));
    await waitFor(() => expect(tabs()).toEqual(['All', 'Majors', 'FX']));
  });

  it('gains and loses a feed in the row’s menu, which stays open', async () => {
    const { user } = await openPopup();
    await openRowMenu(user, 'EUR/USD');
    await user.click(screen.getByRole('menuitem', { name: t('row.menu.move') }));
    const inMajors = screen.getByRole('menuitemcheckbox', { name: 'Majors' });
    const inFx = screen.getByRole('menuitemcheckbox', { name: 'FX' });
    expect(inMajors).not.toBeChecked();
    expect(inFx).toBeChecked();
    await user.click(inMajors);
    await waitFor(() => expect(inMajors).toBeChecked());
    await user.click(inFx);
    await waitFor(() => expect(inFx).not.toBeChecked());
    expect((await groups.getValue()).map(({ feedIds }) => feedIds)).toEqual([[ETH, BTC, EUR], []]);
  });

  it('can be created with a feed from the row’s menu, without leaving the list', async () => {
    const { user } = await openPopup();
    await openRowMenu(user, 'EUR/USD');
    await user.click(screen.getByRole('menuitem', { name: t('row.menu.move') }));
    await user.click(screen.getByRole('menuitem', { name: 'New group…' }));
    await user.type(await screen.findByRole('textbox'), 'Euro{Enter}');
    await waitFor(() => expect(tabs()).toContain('Euro'));
    expect((await groups.getValue()).at(-1)?.feedIds).toEqual([EUR]);
    expect(tab('All')).toHaveAttribute('aria-selected', 'true');
  });

  it('receives feeds picked in the search while it is selected, as does the watchlist', async () => {
    const silver = catalogFeed(2, { symbol: 'Metal.XAG/USD', description: 'SILVER / US DOLLAR' });
    await catalog.setValue({ fetchedAt: 1, feeds: [silver] });
    await listView.setValue({ ...listView.fallback, groupId: 'fx' });
    const { user } = await openPopup();
    await user.type(screen.getByRole('searchbox'), 'silver');
    await user.click(await screen.findByRole('option', { name: /XAG/ }));
    expect(await screen.findByText('XAG/USD added to FX')).toBeInTheDocument();
    expect(await watchlist.getValue()).toEqual([BTC, ETH, EUR, silver.id]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(symbols()).toEqual(['EUR/USD', 'XAG/USD']));
  });

  it('can lose a feed that stays on the watchlist, and undo restores it', async () => {
    await listView.setValue({ ...listView.fallback, groupId: 'majors' });
    const { user } = await openPopup();
    within(row('ETH/USD')).getByRole('link').focus();
    await user.keyboard('{Delete}');
    await waitFor(() => expect(symbols()).toEqual(['BTC/USD']));
    expect(await watchlist.getValue()).toContain(ETH);
    expect(await screen.findByText('ETH/USD removed from Majors')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(symbols()).toEqual(['ETH/USD', 'BTC/USD']));
  });
});

import axe from 'axe-core';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { amountsHidden, holdings } from '@/lib/storage/values/holdings.ts';
import { signatures } from '@/lib/storage/values/settings.ts';
import { rowNames } from '@/lib/storage/values/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { DEFAULT_FEEDS } from '@/lib/domain/watchlist/default-feeds.ts';
import { removeFromWatchlist, restoreToWatchlist } from '@/lib/pages/watchlist/watchlist.ts';
import { chooseInMenu, noticeSays, openDetail } from '../detail/detail-page.tsx';
import {
  BTC,
  catalogFeed,
  chooseInRow,
  EUR,
  menuButton,
  openPopup,
  storedPrice,
  tick,
} from '../popup/popup-page.tsx';

const HELD = { quantity: '0.5', cost: { perUnit: '61000.25', currency: 'EUR' } };
beforeEach(() => followedFeeds.setValue(attributesOfAll()));
afterEach(() => {
  location.hash = '';
});

function attributesOfAll(): Record<string, Record<string, string>> {
  return Object.fromEntries(DEFAULT_FEEDS.map(({ id, attributes }) => [id, attributes]));
}

async function openSheet(): Promise<UserEvent> {
  const { user } = await openPopup();
  await chooseInRow(user, 'BTC/USD', t('holding.menuItem'));
  await screen.findByRole('dialog', { name: t('holding.title', { name: 'BTC/USD' }) });
  return user;
}

const quantity = (): HTMLElement => screen.getByLabelText(t('holding.quantityLabel'));
const cost = (): HTMLElement => screen.getByRole('textbox', { name: t('holding.paidLabel') });
const currency = (): HTMLElement => screen.getByLabelText(t('holding.currencyLabel'));
const worth = (): string | null =>
  screen.getByRole('dialog').querySelector('[data-part="worth"]')!.textContent;

async function isClosed(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

describe('the sheet of a holding', () => {
  it('stores what is typed, exactly, with Enter, and returns the focus to the row', async () => {
    const user = await openSheet();
    expect(quantity()).toHaveFocus();
    await user.type(quantity(), '-0.123456789012345678');
    await user.type(cost(), '61,000.25');
    expect(currency()).toHaveDisplayValue('US Dollar (USD)');
    await user.type(cost(), '{Enter}');
    await isClosed();
    expect(await holdings.getValue()).toEqual({
      [BTC]: { quantity: '-0.123456789012345678', cost: { perUnit: '61000.25', currency: 'USD' } },
    });
    expect(menuButton('BTC/USD')).toHaveFocus();
  });

  it('starts with what is stored, and needs no cost', async () => {
    await holdings.setValue({ [BTC]: HELD });
    const user = await openSheet();
    expect(quantity()).toHaveValue('0.5');
    expect(cost()).toHaveValue('61000.25');
    expect(currency()).toHaveDisplayValue('Euro (EUR)');
    await user.clear(cost());
    await user.click(screen.getByRole('button', { name: t('common.saveButton') }));
    await isClosed();
    expect(await holdings.getValue()).toEqual({ [BTC]: { quantity: '0.5', cost: null } });
  });

  it('stores nothing when it is closed with Escape', async () => {
    const user = await openSheet();
    await user.type(quantity(), '5{Escape}');
    await isClosed();
    expect(await holdings.getValue()).toEqual({});
    expect(menuButton('BTC/USD')).toHaveFocus();
  });

  it.each([
    ['', t('price.notANumber', { whole: '65000', fraction: '0.5' })],
    ['0.00', t('holding.problem.zero')],
  ])('explains what is wrong with the quantity “%s”', async (typed, problem) => {
    const user = await openSheet();
    if (typed !== '') await user.type(quantity(), typed);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(quantity()).toBeInvalid());
    expect(quantity()).toHaveAccessibleDescription(expect.stringContaining(problem));
    expect(quantity()).toHaveFocus();
    await user.type(quantity(), '1');
    expect(quantity()).toBeValid();
    expect(await holdings.getValue()).toEqual({});
  });

  it('explains what is wrong with the cost, and moves the focus there', async () => {
    const user = await openSheet();
    await user.type(quantity(), '1');
    await user.type(cost(), '65,00.0');
    await user.clear(quantity());
    await user.type(quantity(), '2{Enter}');
    await waitFor(() => expect(cost()).toHaveFocus());
    const values = { whole: '65000', fraction: '0.5' };
    expect(cost()).toHaveAccessibleDescription(
      expect.stringContaining(t('price.notANumber', values)),
    );
    expect(quantity()).toBeValid();
  });

  it('deletes the holding, and the notice restores it', async () => {
    await holdings.setValue({ [BTC]: HELD });
    const user = await openSheet();
    await user.click(screen.getByRole('button', { name: t('common.deleteButton') }));
    await noticeSays(t('holding.deleted', { name: 'BTC/USD' }));
    expect(await holdings.getValue()).toEqual({});
    expect(menuButton('BTC/USD')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: t('common.undoButton') }));
    await waitFor(async () => expect(await holdings.getValue()).toEqual({ [BTC]: HELD }));
  });

  it('uses the display name, and has no faults that axe finds', async () => {
    await rowNames.setValue({ [BTC]: 'Digital gold' });
    await holdings.setValue({ [BTC]: HELD });
    const { user, container } = await openPopup();
    await chooseInRow(user, 'Digital gold', t('holding.menuItem'));
    const name = t('holding.title', { name: 'Digital gold' });
    const dialog = await screen.findByRole('dialog', { name });
    const { violations } = await axe.run(dialog, {
      rules: { 'color-contrast': { enabled: false } },
    });
    expect(violations).toEqual([]);
    expect(container).not.toContainElement(dialog);
  });

  it('opens from the detail, too', async () => {
    const { user } = await openDetail(BTC);
    await chooseInMenu(user, 'BTC/USD', t('holding.menuItem'));
    await screen.findByRole('dialog', { name: t('holding.title', { name: 'BTC/USD' }) });
    await user.type(quantity(), '2{Enter}');
    await isClosed();
    expect(await holdings.getValue()).toEqual({ [BTC]: { quantity: '2', cost: null } });
    expect(location.hash).toBe(`#feed/${BTC}`);
  });
});

describe('the entry for a holding', () => {
  it('is missing where prices are no money', async () => {
    const rate = catalogFeed(7, {
      asset_type: 'Rates',
      quote_currency: '%',
      symbol: 'Rates.US10Y',
    });
    await watchlist.setValue([rate.id]);
    await followedFeeds.setValue({ [rate.id]: rate.attributes });
    const { user } = await openPopup();
    await user.click(screen.getByRole('button', { name: /^More actions for/ }));
    const menu = await screen.findByRole('menu');
    expect(within(menu).queryByText(t('holding.menuItem'))).toBeNull();
    expect(within(menu).getByText(t('row.menu.rename'))).toBeInTheDocument();
  });

  it('is missing in the detail of a feed that is not on the watchlist', async () => {
    await watchlist.setValue([EUR]);
    const { user } = await openDetail(BTC);
    const header = document.querySelector<HTMLElement>('[data-view="feed"] header')!;
    await user.click(within(header).getByRole('button', { name: /^More actions for/ }));
    expect(screen.queryByText(t('holding.menuItem'))).toBeNull();
  });
});

describe('the value under the fields', () => {
  it('follows the typed quantity and the price', async () => {
    await tick({ [BTC]: storedPrice() });
    const user = await openSheet();
    expect(worth()).toBe('');
    await user.type(quantity(), '0.5');
    await waitFor(() => expect(worth()).toBe(`${t('holding.worthNow')} 32,156.2 USD`));
    await tick({ [BTC]: storedPrice({ price: '7000000000000', conf: '0' }) });
    await waitFor(() => expect(worth()).toBe(`${t('holding.worthNow')} 35,000.00 USD`));
    await user.type(cost(), '14,000');
    await user.click(screen.getByRole('radio', { name: t('holding.inTotal') }));
    expect(cost()).toHaveValue('7000');
    await waitFor(() => expect(worth()).toBe('Worth 35,000.00 USD +28,000.00 (+400.00%)'));
    await user.type(quantity(), 'x');
    expect(worth()).toBe('');
  });

  it('says how old the price is', async () => {
    await tick({ [BTC]: storedPrice({ conf: '0' }, 2 * 3_600) });
    const user = await openSheet();
    await user.type(quantity(), '1');
    const words = t('holding.worthOld', { age: '2 hr ago' });
    await waitFor(() => expect(worth()).toBe(`${words} 64,312.46 USD`));
  });

  it('is missing while only verified prices count and this one is not', async () => {
    await signatures.setValue('require');
    await tick({ [BTC]: storedPrice() });
    const user = await openSheet();
    await user.type(quantity(), '1');
    expect(worth()).toBe('');
  });
});

it('while amounts are hidden, neither the numbers nor the value can be read', async () => {
  await amountsHidden.setValue(true);
  await holdings.setValue({ [BTC]: HELD });
  await tick({ [BTC]: storedPrice() });
  const user = await openSheet();
  expect(quantity()).toHaveAttribute('data-masked');
  expect(cost()).toHaveAttribute('data-masked');
  expect(worth()).toContain(t('holdings.nowHidden'));
  await user.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: t('holdings.showButton') }),
  );
  await waitFor(() => expect(worth()).toContain('32,156.2 USD'));
  expect(quantity()).not.toHaveAttribute('data-masked');
  expect(await amountsHidden.getValue()).toBe(false);
});

it('a holding disappears with its feed, and returns with it', async () => {
  await holdings.setValue({ [BTC]: HELD });
  const removed = await removeFromWatchlist(BTC);
  expect(await holdings.getValue()).toEqual({});
  await restoreToWatchlist(removed!);
  await openSheet();
  expect(quantity()).toHaveValue('0.5');
});

import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { watchlist } from '@/lib/storage/watchlist.ts';
import { BTC, ETH, EUR, fakePageBrowser, openPopup, row } from './popup-page.tsx';

beforeEach(async () => {
  fakePageBrowser();
  await watchlist.setValue([BTC, ETH, EUR]);
});

const pin = (symbol: string) => within(row(symbol)).getByRole('button', { name: 'Show on badge' });
const remove = (symbol: string) =>
  within(row(symbol)).getByRole('button', { name: `Remove ${symbol}` });

describe('from the keyboard', () => {
  it('everything is reached in the order in which it is seen', async () => {
    const { user } = await openPopup();
    const stops = [
      screen.getByRole('searchbox', { name: 'Search feeds' }),
      screen.getByRole('button', { name: 'Refresh' }),
      screen.getByRole('button', { name: 'Options' }),
      pin('BTC/USD'),
      remove('BTC/USD'),
      pin('ETH/USD'),
    ];
    for (const stop of stops) {
      await user.tab();
      expect(stop).toHaveFocus();
    }
  });

  it('the arrow keys go from row to row', async () => {
    const { user } = await openPopup();
    remove('BTC/USD').focus();
    await user.keyboard('{ArrowDown}');
    expect(remove('ETH/USD')).toHaveFocus();
    await user.keyboard('{End}');
    expect(remove('EUR/USD')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(remove('EUR/USD')).toHaveFocus();
    await user.keyboard('{Home}');
    expect(remove('BTC/USD')).toHaveFocus();
    pin('ETH/USD').focus();
    await user.keyboard('{ArrowUp}');
    expect(pin('BTC/USD')).toHaveFocus();
  });
});

import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { t } from '@/lib/locale/t.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';
import { BTC, ETH, EUR, openPopup, row } from './popup-page.tsx';

beforeEach(async () => {
  await watchlist.setValue([BTC, ETH, EUR]);
});

const pin = (symbol: string) => within(row(symbol)).getByRole('button', { name: 'Show on badge' });
const remove = (symbol: string) =>
  within(row(symbol)).getByRole('button', { name: t('row.removeLabel', { name: symbol }) });

describe('with the keyboard', () => {
  it('every control is reached in visual order', async () => {
    const { user } = await openPopup();
    const inRow = (symbol: string) => [
      within(row(symbol)).getByRole('button', { name: `Move ${symbol}` }),
      within(row(symbol)).getByRole('link', { name: symbol }),
      within(row(symbol)).getByRole('button', { name: /alert/i }),
      pin(symbol),
      within(row(symbol)).getByRole('button', { name: t('row.menuLabel', { name: symbol }) }),
      remove(symbol),
    ];
    const stops = [
      screen.getByRole('tab', { name: 'All' }),
      screen.getByRole('button', { name: 'New group' }),
      screen.getByRole('searchbox', { name: 'Search feeds' }),
      screen.getByRole('button', { name: 'View' }),
      screen.getByRole('link', { name: 'Alerts' }),
      screen.getByRole('button', { name: 'Options' }),
      screen.getByRole('radio', { name: t('row.changeOver.24h') }),
      ...inRow('BTC/USD'),
      ...inRow('ETH/USD'),
      ...inRow('EUR/USD'),
      screen.getByRole('button', { name: 'Connection details' }),
      screen.getByRole('button', { name: 'Refresh' }),
    ];
    for (const stop of stops) {
      await user.tab();
      expect(stop).toHaveFocus();
    }
  });

  it('the arrow keys move from row to row', async () => {
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

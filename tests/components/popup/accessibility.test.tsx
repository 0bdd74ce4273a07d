import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { violations } from '../violations.ts';
import { BTC, chooseInRow, ETH, EUR, openPopup, storedPrice, tick } from './popup-page.tsx';

it('has no violations with prices, marks and a removal', async () => {
  await tick({ [BTC]: storedPrice(), [EUR]: storedPrice({}, 600) });
  await missingFeeds.setValue({ [ETH]: 'unknown' });
  const { user } = await openPopup();
  await chooseInRow(user, 'AAPL/USD', t('row.menu.remove'));
  await screen.findByText('AAPL/USD removed');
  expect(await violations()).toEqual([]);
});

it('has no violations without feeds and with a request for a token', async () => {
  await watchlist.setValue([]);
  await connectionState.setValue({
    ...connectionState.fallback,
    state: 'stopped',
    remedy: 'access-token',
  });
  await openPopup();
  expect(await violations()).toEqual([]);
});

import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { makeAlert } from '../alerts/alerts-page.tsx';
import { BTC, ETH, storedPrice, tick } from '../popup/popup-page.tsx';
import { chooseInMenu, openDetail } from './detail-page.tsx';

const ALERTS = [makeAlert('a'), makeAlert('b', { feedId: ETH }), makeAlert('c')];
const QUESTION = 'BTC/USD removed. Keep its 2 alerts paused, or delete them?';

beforeEach(async () => {
  await tick({ [BTC]: storedPrice() });
  await alertRules.setValue(ALERTS);
});

async function unfollow() {
  const { user } = await openDetail(BTC);
  await chooseInMenu(user, 'BTC/USD', t('row.menu.remove'));
  await screen.findByRole('button', { name: t('detail.addButton') });
  return user;
}

it('asks what to do with the feed’s alerts, and shows kept ones as paused', async () => {
  const user = await unfollow();
  await screen.findByText(QUESTION);
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
  expect(await alertRules.getValue()).toEqual(ALERTS);
  expect(screen.getByRole('region', { name: 'Alerts' })).toHaveTextContent(/paused/i);
});

it('withdraws the question when the feed is added again', async () => {
  const user = await unfollow();
  await screen.findByText(QUESTION);
  await user.click(screen.getByRole('button', { name: t('detail.addButton') }));
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
  expect(await watchlist.getValue()).toContain(BTC);
  expect(await alertRules.getValue()).toEqual(ALERTS);
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { alertRules, alertsToConfirm } from '@/lib/storage/values/alerts.ts';
import { ETH, storedPrice, tick, BTC } from '../popup/popup-page.tsx';
import { violations } from '../violations.ts';
import { makeAlert, openAt } from './alerts-page.tsx';

const isOff = { enabled: false };

beforeEach(async () => {
  await tick({ [BTC]: storedPrice() });
  await alertRules.setValue([
    makeAlert('a', isOff),
    makeAlert('b', { ...isOff, feedId: ETH }),
    makeAlert('paused', isOff),
    makeAlert('on'),
  ]);
  await alertsToConfirm.setValue(['a', 'b', 'deleted']);
});

const section = () => screen.queryByRole('region', { name: t('alerts.confirm.title') });

async function openAlerts() {
  const { user } = await openAt('#alerts');
  await waitFor(() => expect(section()).toBeInTheDocument());
  return user;
}

const isOn = async () => (await alertRules.getValue()).map(({ enabled }) => enabled);

it('shows the alerts that going live paused beside the live price, and turns on all at once', async () => {
  const user = await openAlerts();
  const [first, second, ...others] = within(section()!).getAllByRole('listitem');
  expect(others).toEqual([]);
  expect(first).toHaveTextContent(/^BTC\/USD Rises above 65,000\s*64,/);
  expect(second).toHaveTextContent(t('alerts.noPrice'));
  expect(await violations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: t('alerts.confirm.button', { count: 2 }) }));
  await waitFor(() => expect(section()).toBeNull());
  expect(await isOn()).toEqual([true, true, false, true]);
  // Pausing one later asks nothing.
  expect(await alertsToConfirm.getValue()).toEqual(['deleted']);
});

it('deletes one, and leaves the other', async () => {
  const user = await openAlerts();
  const [remove] = within(section()!).getAllByRole('button', {
    name: new RegExp(`^${t('common.deleteButton')}`),
  });
  await user.click(remove!);
  await waitFor(() => expect(within(section()!).getAllByRole('listitem')).toHaveLength(1));
  expect(await isOn()).toEqual([false, false, true]);
});

it('counts one as confirmed that was switched on in the list', async () => {
  const user = await openAlerts();
  await user.click(screen.getAllByRole('switch', { checked: false })[0]!);
  await waitFor(() => expect(within(section()!).getAllByRole('listitem')).toHaveLength(1));
  expect(await alertsToConfirm.getValue()).toEqual(['b', 'deleted']);
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { alertMarks } from '@/lib/storage/values/alert-marks.ts';
import { t } from '@/lib/base/locale/t.ts';
import { alertRules, firings } from '@/lib/storage/values/alerts.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, chooseInRow, ETH, row, storedPrice, symbols, tick } from '../popup/popup-page.tsx';
import { makeAlert, makeFiring, openAt } from './alerts-page.tsx';

type User = Awaited<ReturnType<typeof openAt>>['user'];

beforeEach(async () => {
  await tick({ [BTC]: storedPrice() });
});

describe('the bell in a row', () => {
  it('distinguishes no alerts, active and fired alerts in its text alternative', async () => {
    await alertMarks.setValue({ [BTC]: 'armed' });
    await openAt('');
    expect(
      within(row('BTC/USD')).getByRole('img', { name: t('row.mark.alertSet') }),
    ).toBeInTheDocument();
    expect(within(row('ETH/USD')).queryByRole('img', { name: /^Alert/ })).toBeNull();
    await alertMarks.setValue({ [BTC]: 'armed', [ETH]: 'fired' });
    await waitFor(() =>
      expect(
        within(row('ETH/USD')).getByRole('img', { name: t('row.mark.alertTriggered') }),
      ).toBeInTheDocument(),
    );
  });

  it('a new alert is in the row’s menu', async () => {
    const { user } = await openAt('');
    await chooseInRow(user, 'ETH/USD', t('row.menu.newAlert'));
    expect(
      await screen.findByRole('region', { name: t('row.newAlertButton') }),
    ).toBeInTheDocument();
  });
});

describe('fired alerts', () => {
  beforeEach(async () => {
    await alertRules.setValue([makeAlert('a')]);
    await firings.setValue([makeFiring('1')]);
    await alertMarks.setValue({ [BTC]: 'fired' });
  });

  const fired = () => screen.findByRole('region', { name: t('alerts.recentTitle') });

  it('stay until they are dismissed, however often the popup opens', async () => {
    const first = await openAt('');
    await waitFor(async () => expect(await fired()).toHaveTextContent('rose above 65,000'));
    first.unmount();
    await openAt('');
    await waitFor(async () => expect(await fired()).toHaveTextContent('rose above 65,000'));
    expect((await firings.getValue())[0]?.seenAt).toBeNull();
    expect(await screen.findByRole('link', { name: 'Alerts 1 new' })).toBeInTheDocument();
  });

  it('of an alert that repeats can be snoozed, paused and dismissed in place', async () => {
    const repeat = { mode: 'repeating', cooldownSeconds: 60 } as const;
    await alertRules.setValue([makeAlert('a', { repeat })]);
    const { user } = await openAt('');
    const region = within(await fired());
    const before = Date.now();
    await user.click(await region.findByRole('button', { name: t('alerts.row.snoozeButton') }));
    await waitFor(() => expect(region.queryByRole('listitem')).toBeNull());
    await waitFor(async () =>
      expect((await alertRules.getValue())[0]?.snoozedUntil).toBeGreaterThanOrEqual(
        before + 3_600_000,
      ),
    );

    await firings.setValue([makeFiring('2')]);
    await user.click(await region.findByRole('button', { name: t('common.pauseButton') }));
    await waitFor(async () => expect((await alertRules.getValue())[0]?.enabled).toBe(false));

    await firings.setValue([makeFiring('3')]);
    await user.click(await region.findByRole('button', { name: 'Dismiss: BTC/USD' }));
    await waitFor(() => expect(region.queryByRole('listitem')).toBeNull());
    expect((await firings.getValue())[0]?.seenAt).not.toBeNull();
  });

  it('of an alert that triggers once offer to use it again', async () => {
    const { user } = await openAt('');
    const region = within(await fired());
    const before = Date.now();
    await user.click(await region.findByRole('button', { name: t('alerts.row.reactivateButton') }));
    await waitFor(() => expect(region.queryByRole('listitem')).toBeNull());
    expect((await alertRules.getValue())[0]?.armedAt).toBeGreaterThanOrEqual(before);
    expect((await firings.getValue())[0]?.seenAt).not.toBeNull();
  });

  it('are counted, and the newest three are shown', async () => {
    await firings.setValue(Array.from({ length: 5 }, (_, n) => makeFiring(String(n))));
    const { user } = await openAt('');
    const region = within(await fired());
    expect(await region.findByRole('link', { name: '2 more' })).toBeInTheDocument();
    expect(region.getAllByRole('listitem')).toHaveLength(3);
    expect(await screen.findByRole('link', { name: 'Alerts 5 new' })).toBeInTheDocument();
    await user.click(region.getAllByRole('button', { name: 'Dismiss: BTC/USD' })[0]!);
    expect(await screen.findByRole('link', { name: 'Alerts 4 new' })).toBeInTheDocument();
    expect(region.getAllByRole('listitem')).toHaveLength(3);
  });

  it.each([
    ['dismissing', async (user: User) => user.keyboard('{Enter}')],
    [
      'using the alert again',
      async (user: User) => user.tab({ shift: true }).then(() => user.keyboard('{Enter}')),
    ],
  ])('keep the focus on a remaining one after %s', async (_what, act) => {
    await firings.setValue([makeFiring('1'), makeFiring('2')]);
    const { user } = await openAt('');
    const region = within(await fired());
    const dismissals = () => region.getAllByRole('button', { name: 'Dismiss: BTC/USD' });
    await waitFor(() => expect(dismissals()).toHaveLength(2));
    dismissals()[0]?.focus();
    await act(user);
    await waitFor(() => expect(dismissals()).toHaveLength(1));
    expect(dismissals()[0]).toHaveFocus();
  });

  it('are absent if all have been seen', async () => {
    await alertMarks.setValue({ [BTC]: 'armed' });
    await firings.setValue([makeFiring('1', { seenAt: 1 })]);
    await openAt('');
    await waitFor(() => expect(symbols()).toContain('BTC/USD'));
    expect(screen.queryByRole('region', { name: t('alerts.recentTitle') })).toBeNull();
  });
});

describe('removing a feed that has alerts', () => {
  const remove = async () => {
    const { user } = await openAt('');
    await chooseInRow(user, 'BTC/USD', t('row.menu.remove'));
    return user;
  };

  beforeEach(() =>
    alertRules.setValue([makeAlert('a'), makeAlert('b', { feedId: ETH }), makeAlert('c')]),
  );

  it('asks what to do with them, and changes nothing if they are kept', async () => {
    const before = await alertRules.getValue();
    const user = await remove();
    await screen.findByText('BTC/USD removed. Keep its 2 alerts paused, or delete them?');
    await user.click(screen.getByRole('button', { name: 'Keep' }));
    await waitFor(() => expect(screen.queryByText(/Keep its/)).toBeNull());
    expect(await alertRules.getValue()).toEqual(before);
    expect(await watchlist.getValue()).not.toContain(BTC);
  });

  it('deletes them if asked, and undo restores everything', async () => {
    const before = await alertRules.getValue();
    const user = await remove();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('BTC/USD and its 2 alerts removed');
    expect((await alertRules.getValue()).map(({ id }) => id)).toEqual(['b']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await alertRules.getValue()).toEqual(before));
    expect((await watchlist.getValue())[0]).toBe(BTC);
  });

  it('takes one click if the feed has none', async () => {
    await alertRules.setValue([makeAlert('b', { feedId: ETH })]);
    await remove();
    await screen.findByText('BTC/USD removed');
    expect(screen.queryByRole('button', { name: 'Keep' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  });
});

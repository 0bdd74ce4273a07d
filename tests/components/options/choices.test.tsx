import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { DEFAULT_FEEDS } from '@/lib/domain/watchlist/default-feeds.ts';
import { appearance, backgroundUpdates, staleLimitSeconds } from '@/lib/storage/values/settings.ts';
import { badgeView } from '@/lib/storage/values/badge.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { badgeFeedId, watchlist } from '@/lib/storage/values/watchlist.ts';
import { fakePermissions } from '../../unit/pages/connection/fake-permissions.ts';
import { openOptions } from './support.tsx';

beforeEach(() => {
  fakePermissions();
});

const radio = (group: string, name: string) =>
  within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name });

const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const updates = () => select(t('updates.title'));

const theme = (name: 'system' | 'dark') =>
  radio(t('appearance.theme.title'), t(`appearance.theme.${name}.title`));

describe('background updates', () => {
  it('are balanced by default and stored at once', async () => {
    const user = await openOptions();
    await waitFor(() => expect(updates()).toHaveValue('balanced'));
    await user.selectOptions(updates(), 'saver');
    await waitFor(() => expect(updates()).toHaveValue('saver'));
    expect(await backgroundUpdates.getValue()).toBe('saver');
  });

  it('show the estimated traffic for the current watchlist', async () => {
    await watchlist.setValue(DEFAULT_FEEDS.slice(0, 1).map(({ id }) => id));
    await backgroundUpdates.setValue('live');
    await openOptions();
    await waitFor(() => expect(updates()).toHaveAccessibleDescription(/About 440 MB per day$/));
  });
});

describe('the look', () => {
  it('changes the page at once', async () => {
    const user = await openOptions('look');
    await waitFor(() => expect(theme('system')).toBeChecked());
    await user.click(theme('dark'));
    await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'dark'));
    await user.click(radio(t('appearance.palette.title'), t('appearance.palette.redUp.title')));
    await waitFor(() => expect(document.documentElement).toHaveAttribute('data-palette', 'red-up'));
    expect(await appearance.getValue()).toEqual({ theme: 'dark', palette: 'red-up' });
    await user.click(radio(t('appearance.palette.title'), t('appearance.palette.blueUp.title')));
    await waitFor(() =>
      expect(document.documentElement).toHaveAttribute('data-palette', 'blue-up'),
    );

    await user.click(theme('system'));
    await waitFor(() => expect(document.documentElement).not.toHaveAttribute('data-theme'));
  });
});

describe('the toolbar', () => {
  const badgeFeed = () => select(t('badgeOptions.view.showsLabel'));
  const staleLimit = () => select(t('badgeOptions.stale.limitLabel'));

  it('offers the feeds on the watchlist for the badge', async () => {
    const ids = DEFAULT_FEEDS.slice(1, 3).map(({ id }) => id);
    await watchlist.setValue(ids);
    const user = await openOptions('toolbar');
    await waitFor(() => expect(badgeFeed()).toHaveTextContent('(now ETH/USD)'));
    expect([...badgeFeed().options].map(({ text }) => text)).toEqual([
      'First on the watchlist (now ETH/USD)',
      expect.stringMatching(/^ETH\/USD – /),
      expect.stringMatching(/^SOL\/USD – /),
      'Several in turn',
    ]);

    await user.selectOptions(badgeFeed(), ids[1]!);
    await waitFor(async () => expect(await badgeFeedId.getValue()).toBe(ids[1]));
    await user.selectOptions(badgeFeed(), 'first');
    await waitFor(async () => expect(await badgeFeedId.getValue()).toBeNull());
  });

  it('offers feeds in turn, and a feed chosen afterward is shown always', async () => {
    const user = await openOptions('toolbar');
    await waitFor(() => expect(badgeFeed()).toHaveValue('first'));
    await user.selectOptions(badgeFeed(), 'turn');
    await waitFor(async () => expect((await badgeView.getValue()).subject).toBe('turn'));
    expect(await screen.findByText(t('badgeOptions.view.hint'))).toBeInTheDocument();
    await user.selectOptions(badgeFeed(), 'first');
    await waitFor(async () => expect((await badgeView.getValue()).subject).toBe('feed'));
    expect(screen.queryByText(t('badgeOptions.view.hint'))).toBeNull();
  });

  it('has checkboxes for what takes turns, the total among them, one of which stays checked', async () => {
    const ids = DEFAULT_FEEDS.slice(0, 2).map(({ id }) => id);
    await watchlist.setValue(ids);
    await holdings.setValue({ [ids[0]!]: { quantity: '1', cost: null } });
    await badgeView.setValue({ ...badgeView.fallback, subject: 'turn' });
    const user = await openOptions('toolbar');
    const box = (name: string) => screen.getByRole('checkbox', { name });
    const total = t('badgeOptions.view.total');
    await waitFor(() => expect(box('BTC/USD')).toBeChecked());
    expect(box(total)).not.toBeChecked();
    await user.click(box('BTC/USD'));
    await user.click(box(total));
    await waitFor(async () =>
      expect((await badgeView.getValue()).turns).toEqual([ids[1], 'total']),
    );
    await user.click(box('ETH/USD'));
    await waitFor(() => expect(box(total)).toBeDisabled());
    await user.click(box('BTC/USD'));
    await user.click(box('ETH/USD'));
    await user.click(box(total));
    await waitFor(async () => expect((await badgeView.getValue()).turns).toBeNull());
  });

  it('offers what the holdings are worth once there are any', async () => {
    await holdings.setValue({ [DEFAULT_FEEDS[0]!.id]: { quantity: '1', cost: null } });
    const user = await openOptions('toolbar');
    await waitFor(() => expect(badgeFeed()).toHaveValue('first'));
    await user.selectOptions(badgeFeed(), 'gain');
    await waitFor(async () => expect((await badgeView.getValue()).subject).toBe('gain'));
    await waitFor(() => expect(badgeFeed()).toHaveDisplayValue(t('badgeOptions.view.gain')));
  });

  it('offers the price in the icon', async () => {
    const user = await openOptions('toolbar');
    const look = () => radio(t('badgeOptions.view.title'), t('badgeOptions.view.icon'));
    await waitFor(() => expect(look()).not.toBeChecked());
    await user.click(look());
    await waitFor(async () => expect((await badgeView.getValue()).look).toBe('icon'));
    await waitFor(() => expect(look()).toBeChecked());
  });

  it('falls back to the first feed if the chosen one is no longer on the watchlist', async () => {
    await badgeFeedId.setValue('f'.repeat(64));
    await openOptions('toolbar');
    await waitFor(() => expect(badgeFeed()).toHaveValue('first'));
  });

  it('explains what to do if the watchlist is empty', async () => {
    await watchlist.setValue([]);
    await openOptions('toolbar');
    await waitFor(() => expect(screen.getByText(/^Your watchlist is empty/)).toBeInTheDocument());
  });

  it('stores the limit for stale prices, and shows one that is not in the list', async () => {
    await staleLimitSeconds.setValue(45);
    const user = await openOptions('toolbar');
    await waitFor(() => expect(staleLimit()).toHaveDisplayValue('45\u00a0seconds'));
    await user.selectOptions(staleLimit(), '300');
    await waitFor(async () => expect(await staleLimitSeconds.getValue()).toBe(300));
    await waitFor(() => expect(staleLimit()).toHaveDisplayValue('5\u00a0minutes'));
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_FEEDS } from '@/lib/watchlist/default-feeds.ts';
import { appearance, backgroundUpdates, staleLimitSeconds } from '@/lib/storage/settings.ts';
import { badgeFeedId, watchlist } from '@/lib/storage/watchlist.ts';
import { fakePermissions } from '../../unit/connection/fake-permissions.ts';
import { openOptions } from './support.tsx';

beforeEach(() => {
  fakePermissions();
});

const radio = (group: string, name: string) =>
  within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name });

describe('background updates', () => {
  it('are balanced by default and stored at once', async () => {
    const user = await openOptions();
    await waitFor(() => expect(radio('Background updates', 'Balanced')).toBeChecked());
    await user.click(radio('Background updates', 'Saver'));
    await waitFor(() => expect(radio('Background updates', 'Saver')).toBeChecked());
    expect(await backgroundUpdates.getValue()).toBe('saver');
    expect(radio('Background updates', 'Balanced')).not.toBeChecked();
  });

  it('show the estimated traffic for the current watchlist', async () => {
    await watchlist.setValue(DEFAULT_FEEDS.slice(0, 1).map(({ id }) => id));
    await openOptions();
    await waitFor(() =>
      expect(radio('Background updates', 'Live')).toHaveAccessibleDescription(
        /Stream all the time.*about 440 MB a day/,
      ),
    );
  });
});

describe('appearance', () => {
  it('changes the page at once', async () => {
    const user = await openOptions('appearance');
    await waitFor(() => expect(radio('Theme', 'System')).toBeChecked());
    await user.click(radio('Theme', 'Dark'));
    await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'dark'));
    await user.click(radio('Up and down', 'Red up'));
    await waitFor(() => expect(document.documentElement).toHaveAttribute('data-palette', 'red-up'));
    expect(await appearance.getValue()).toEqual({ theme: 'dark', palette: 'red-up' });

    await user.click(radio('Theme', 'System'));
    await waitFor(() => expect(document.documentElement).not.toHaveAttribute('data-theme'));
  });
});

describe('badge and toolbar', () => {
  const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });

  it('offers the feeds on the watchlist for the badge', async () => {
    const ids = DEFAULT_FEEDS.slice(1, 3).map(({ id }) => id);
    await watchlist.setValue(ids);
    const user = await openOptions('badge');
    await waitFor(() => expect(select('Badge feed')).toHaveTextContent('(now ETH/USD)'));
    expect([...select('Badge feed').options].map(({ text }) => text)).toEqual([
      'First of the watchlist (now ETH/USD)',
      expect.stringMatching(/^ETH\/USD – /),
      expect.stringMatching(/^EUR\/USD – /),
    ]);

    await user.selectOptions(select('Badge feed'), ids[1]!);
    await waitFor(async () => expect(await badgeFeedId.getValue()).toBe(ids[1]));
    await user.selectOptions(select('Badge feed'), 'first');
    await waitFor(async () => expect(await badgeFeedId.getValue()).toBeNull());
  });

  it('falls back to the first feed if the chosen one is no longer on the watchlist', async () => {
    await badgeFeedId.setValue('f'.repeat(64));
    await openOptions('badge');
    await waitFor(() => expect(select('Badge feed')).toHaveValue('first'));
  });

  it('explains what to do if the watchlist is empty', async () => {
    await watchlist.setValue([]);
    await openOptions('badge');
    await waitFor(() => expect(screen.getByText(/The watchlist is empty/)).toBeInTheDocument());
  });

  it('stores the limit for stale prices, and shows one that is not in the list', async () => {
    await staleLimitSeconds.setValue(45);
    const user = await openOptions('badge');
    await waitFor(() => expect(select('Stale after')).toHaveDisplayValue('45 seconds'));
    await user.selectOptions(select('Stale after'), '5 minutes');
    await waitFor(async () => expect(await staleLimitSeconds.getValue()).toBe(300));
  });
});

import { screen, waitFor } from '@testing-library/react';
// Imported here, because the popup loads it only when it is first shown.
import '@/components/welcome/setup-view.tsx';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { t } from '@/lib/base/locale/t.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import type { ConnectionState } from '@/lib/domain/connection/state.ts';
import { welcome } from '@/lib/storage/values/welcome.ts';
import { fakePermissions } from '../../unit/pages/connection/fake-permissions.ts';
import { DEFAULT_SYMBOLS, openPopup, row, symbols } from '../popup/popup-page.tsx';

const STOPPED: ConnectionState = {
  state: 'stopped',
  reason: { code: 'token-needed' },
  remedy: 'access-token',
  nextAttemptAt: null,
};

beforeEach(async () => {
  fakeBrowser.reset();
  fakePermissions();
  Object.assign(fakeBrowser.action, {
    getUserSettings: async () => ({ isOnToolbar: false }),
    onUserSettingsChanged: undefined,
  });
  await connectionState.setValue(STOPPED);
});

const title = () => screen.queryByRole('heading', { name: t('welcome.title') });

describe('the setup in the popup', () => {
  it('is in place of the watchlist until it is skipped', async () => {
    await welcome.setValue('open');
    const { user } = await openPopup();
    await waitFor(() => expect(title()).toBeInTheDocument());
    expect(screen.queryByRole('list', { name: t('popup.watchlistLabel') })).toBeNull();
    expect(screen.queryByText(t('popup.access.title'))).toBeNull();

    await user.click(screen.getByRole('button', { name: t('welcome.skipButton') }));
    await waitFor(() => expect(title()).toBeNull());
    expect(await welcome.getValue()).toBe('done');
    expect(symbols()).toEqual(DEFAULT_SYMBOLS);
    expect(screen.getByText(t('popup.access.title'))).toBeInTheDocument();
  });

  it('is not shown to those who had Pricelight before', async () => {
    await openPopup();
    expect(title()).toBeNull();
    expect(symbols()).toEqual(DEFAULT_SYMBOLS);
  });
});

it('rows wait for a price only while one can come', async () => {
  await openPopup();
  expect(row('BTC/USD')).toHaveTextContent(t('row.noPrice'));
  await connectionState.setValue({ ...connectionState.fallback, state: 'connecting' });
  await waitFor(() => expect(row('BTC/USD')).toHaveTextContent(t('row.waiting')));
});

import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { Popup } from '@/components/popup/popup.tsx';
import { preparePopup } from '@/components/popup/prepare.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { references } from '@/lib/storage/values/history.ts';
import { appearance } from '@/lib/storage/values/settings.ts';
import { rowNames } from '@/lib/storage/values/view.ts';
import { BTC, openPopup, priceOf, row, storedPrice, tick } from './popup-page.tsx';

// The first paint happens once per module, so only the first test in this file can observe it.
it('shows prices in the first paint, and row actions and tooltips after it', async () => {
  await tick({ [BTC]: storedPrice() });
  vi.spyOn(fakeBrowser.runtime, 'connect').mockReturnValue({
    disconnect: vi.fn(),
    onDisconnect: { addListener: vi.fn() },
  } as never);
  const prices = await preparePopup();
  render(<Popup prices={prices} />);

  const actions = (): HTMLElement[] => within(row('BTC/USD')).queryAllByRole('button');
  expect(priceOf('BTC/USD')).toHaveAttribute('value', '64312.45781203');
  expect(priceOf('BTC/USD')).not.toHaveAttribute('title');
  expect(actions()).toEqual([]);
  await waitFor(() => expect(actions()).toHaveLength(2));
  expect(priceOf('BTC/USD')).toHaveAttribute('title');
});

it('shows corrected ages from the first render', async () => {
  await tick({ [BTC]: storedPrice({}, -90) });
  await connectionState.setValue({ ...connectionState.fallback, state: 'live' });
  await clockSkew.setValue({ ...clockSkew.fallback, skewMs: -95_000 });
  vi.spyOn(fakeBrowser.runtime, 'connect').mockReturnValue({
    disconnect: vi.fn(),
    onDisconnect: { addListener: vi.fn() },
  } as never);
  const prices = await preparePopup();
  render(<Popup prices={prices} />);
  expect(screen.getByRole('list', { name: 'Watchlist' })).not.toHaveAttribute('data-gray');
  const status = screen.getByRole('status', { name: 'Connection' });
  expect(status).toHaveTextContent(/^Live/);
  // Its words are loaded after the first paint.
  await waitFor(() => expect(status).toHaveTextContent(/95 seconds slow/));
});

it('reads every setting only once', async () => {
  const reads = vi.spyOn(fakeBrowser.storage.local, 'get');
  await openPopup();
  await screen.findByRole('list', { name: 'Watchlist' });
  // Only the past prices follow: the first read determines the period. Before it, the test reads.
  const again = reads.mock.calls.slice(2).map(([keys]) => keys);
  expect(again).toEqual([[references['24h'].key]]);
});

it('misses no change during the first read', async () => {
  const get = fakeBrowser.storage.local.get.bind(fakeBrowser.storage.local);
  const readAndChange = async (keys: null): Promise<Record<string, unknown>> => {
    const before = await get(keys);
    await rowNames.setValue({ [BTC]: 'Gold of the nets' });
    await appearance.update((shown) => ({ ...shown, theme: 'dark' }));
    return before;
  };
  vi.spyOn(fakeBrowser.storage.local, 'get').mockImplementationOnce(readAndChange as never);
  await openPopup();
  expect(row('Gold of the nets')).toBeInTheDocument();
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'dark'));
});

import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { Popup } from '@/components/popup/popup.tsx';
import { preparePopup } from '@/components/popup/prepare.ts';
import { followedFeeds } from '@/lib/storage/catalogue.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';

// The first paint happens once per module, so only one test in a file can observe it.
it('shows more rows than a window holds in the first paint, and all of them after it', async () => {
  const ids = Array.from({ length: 120 }, (_, index) => index.toString(16).padStart(64, '0'));
  await watchlist.setValue(ids);
  await followedFeeds.setValue(Object.fromEntries(ids.map((id) => [id, { symbol: id.slice(-4) }])));
  vi.spyOn(fakeBrowser.runtime, 'connect').mockReturnValue({
    disconnect: vi.fn(),
    onDisconnect: { addListener: vi.fn() },
  } as never);
  render(<Popup prices={await preparePopup()} />);

  const rows = (): (string | undefined)[] =>
    within(screen.getByRole('list', { name: 'Watchlist' }))
      .getAllByRole('listitem')
      .map(({ dataset }) => dataset['id']);
  expect(rows()).toEqual(ids.slice(0, 50));
  await waitFor(() => expect(rows()).toEqual(ids));
});

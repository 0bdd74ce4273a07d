import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import '@/components/holdings/holding-sheet.tsx';
import '@/components/popup/list/change-order.tsx';
import '@/components/popup/menus/overlay-view.tsx';
import '@/components/popup/menus/page-shortcuts.tsx';
import '@/components/popup/row/row-exception.tsx';
import '@/components/shared/reordering.tsx';
import '@/components/popup/list/row-keys.ts';
import '@/components/popup/search/search-results.tsx';
import '@/components/popup/menus/shortcut-sheet.tsx';
import '@/components/shared/sparkline.tsx';
import '@/components/popup/footer/status-note.tsx';
import { Popup } from '@/components/popup/popup.tsx';
import { preparePopup } from '@/components/popup/prepare.ts';
import { t } from '@/lib/base/locale/t.ts';
import { FIRST_DEFAULT_FEEDS } from '@/lib/domain/watchlist/default-feeds.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { writeLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import type { Proof, StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { proofOf } from '../../unit/proofs.ts';
// Normally loaded on demand. Imported here, so that no test waits for the module loader.

export const ALWAYS_OPEN = 'America/New_York;O,O,O,O,O,O,O;';
export const ALWAYS_CLOSED = 'America/New_York;C,C,C,C,C,C,C;';

const LISTED = FIRST_DEFAULT_FEEDS.map(({ id }) => id);

/** What is on the watchlist of a test that stores none. */
export const LISTED_SYMBOLS = ['BTC/USD', 'ETH/USD', 'EUR/USD', 'XAU/USD', 'AAPL/USD'];

export const [BTC, ETH, EUR] = LISTED as [string, string, string];

/** What is unusual about a feed, as its row says; `null`: nothing. */
export const exception = (symbol: string): HTMLElement | null =>
  row(symbol).querySelector('[data-part="exception"]');

/** Opens the popup as its entry point does. `asked` contains spies on browser calls. */
export async function openPopup() {
  const asked = fakePageBrowser();
  const { watchlist: stored } = await fakeBrowser.storage.local.get('watchlist');
  if (stored === undefined) await watchlist.setValue(LISTED);
  const prices = await preparePopup();
  const view = render(<Popup prices={prices} />);
  // Wait for everything that renders after the first paint.
  const count = (selector: string): number => view.container.querySelectorAll(selector).length;
  await waitFor(() =>
    expect(count('li[data-id] [aria-haspopup="menu"]')).toBe(count('li[data-id]')),
  );
  await vi.dynamicImportSettled();
  return { user: userEvent.setup(), asked, prices, ...view };
}

/** Mocks browser APIs that the pages need and the fake browser lacks. */
function fakePageBrowser() {
  const port = {
    name: 'presence',
    disconnect: vi.fn(),
    onDisconnect: { addListener: vi.fn() },
  };
  return {
    connect: vi.spyOn(fakeBrowser.runtime, 'connect').mockReturnValue(port as never),
    openOptionsPage: vi.spyOn(fakeBrowser.runtime, 'openOptionsPage').mockReturnValue(undefined),
    createTab: vi.spyOn(fakeBrowser.tabs, 'create').mockResolvedValue({} as never),
    // Pretend that the popup is in a tab, so that it is not closed.
    getCurrentTab: vi.spyOn(fakeBrowser.tabs, 'getCurrent').mockResolvedValue({ id: 1 } as never),
  };
}

export function row(symbol: string): HTMLElement {
  return screen.getByRole('listitem', { name: symbol });
}

/** Opens a row's menu and chooses an item whose name begins with the text. */
export async function chooseInRow(
  user: Awaited<ReturnType<typeof openPopup>>['user'],
  symbol: string,
  text: string,
): Promise<void> {
  await user.click(menuButton(symbol));
  const items = await screen.findAllByRole('menuitem');
  const item = items.find(({ textContent }) => textContent.startsWith(text));
  if (!item) throw new Error(`The menu of ${symbol} has no item “${text}”.`);
  await user.click(item);
}

export function menuButton(symbol: string): HTMLElement {
  return within(row(symbol)).getByRole('button', { name: t('row.menuLabel', { name: symbol }) });
}

export function symbols(): (string | null)[] {
  return within(screen.getByRole('list', { name: 'Watchlist' }))
    .getAllByRole('listitem')
    .map((item) => item.getAttribute('aria-label'));
}

export function priceOf(symbol: string): HTMLElement | null {
  return row(symbol).querySelector('[data-part="price"]');
}

/** A price published `ageSeconds` ago: 64312.45781203 ± 12.5, rising. */
export function storedPrice(change: Partial<StoredPrice> = {}, ageSeconds = 0): StoredPrice {
  return {
    price: '6431245781203',
    conf: '1250000000',
    expo: -8,
    publishTime: Math.floor(Date.now() / 1_000) - ageSeconds,
    emaPrice: '6431245781203',
    emaConf: '1250000000',
    emaExpo: -8,
    slot: null,
    prevPublishTime: null,
    proofAvailableTime: null,
    receivedAt: Date.now(),
    direction: 1,
    ...change,
  };
}

/** A proof under the trust in force. */
export function proof(state: Proof['state']): Proof {
  return proofOf(state, BUILT_IN_SIGNERS_VERSION);
}

/** The next prices arrive, a millisecond later. */
export async function tick(prices: Record<string, StoredPrice>): Promise<void> {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(1);
  await writeLatestPrices(new Map(Object.entries(prices)), Date.now());
}

/** A catalog entry whose id consists of the digits of `n`. */
export function catalogFeed(n: number, attributes: Record<string, string>): Feed {
  return { id: String(n).padStart(64, '0'), attributes };
}

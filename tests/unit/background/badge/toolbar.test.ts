import { describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import {
  createToolbar,
  toolbarColor,
  toolbarText,
  toolbarTitle,
  type ToolbarFeed,
  type ToolbarView,
} from '@/lib/background/badge/toolbar.ts';
import type { ConnectionState } from '@/lib/domain/connection/state.ts';
import { receivedPrice } from '../feeds.ts';

const NOW_S = 1_800_000_000;
const price = receivedPrice('6431245', NOW_S - 4);

const feed = (change: Partial<ToolbarFeed> = {}): ToolbarFeed => ({
  symbol: 'BTC/USD',
  price,
  notes: [],
  isStale: false,
  hasFailed: false,
  ...change,
});

const connected: ConnectionState = {
  state: 'live',
  reason: null,
  remedy: null,
  nextAttemptAt: null,
};

const view = (change: Partial<ToolbarView> = {}): ToolbarView => ({
  badgeFeed: feed(),
  feeds: [feed()],
  alerts: [],
  connection: connected,
  failedCount: 0,
  palette: 'green-up',
  clockNotice: null,
  lateNotice: null,
  now: NOW_S * 1_000,
  ...change,
});

const moved = (direction: -1 | 1): ToolbarFeed => feed({ price: { ...price, direction } });

describe('the badge', () => {
  it('shows the price in four characters, a dash without one, nothing without a feed', () => {
    expect(toolbarText(view())).toBe('64K');
    expect(toolbarText(view({ badgeFeed: feed({ price: undefined }) }))).toBe('–');
    expect(toolbarText(view({ badgeFeed: undefined }))).toBe('');
  });

  it('tells up from down, and the palette swaps them', () => {
    const up = toolbarColor(view({ badgeFeed: moved(1) }));
    const down = toolbarColor(view({ badgeFeed: moved(-1) }));
    expect(up).not.toBe(down);
    expect(toolbarColor(view({ badgeFeed: moved(1), palette: 'red-up' }))).toBe(down);
    expect(toolbarColor(view({ badgeFeed: moved(-1), palette: 'red-up' }))).toBe(up);
  });

  it('is grey while what the service sends for its feed fails verification', () => {
    const failing = { ...moved(1), hasFailed: true };
    expect(toolbarColor(view({ badgeFeed: failing }))).toBe(
      toolbarColor(view({ badgeFeed: feed({ isStale: true }) })),
    );
  });

  it('is grey when stale, without a price, or not connected', () => {
    const grey = toolbarColor(view({ badgeFeed: feed({ ...moved(1), isStale: true }) }));
    expect(toolbarColor(view({ badgeFeed: feed({ price: undefined }) }))).toBe(grey);
    for (const state of ['connecting', 'offline', 'stopped'] as const) {
      const connection = { ...connected, state };
      expect(toolbarColor(view({ badgeFeed: moved(1), connection }))).toBe(grey);
    }
    expect(toolbarColor(view({ badgeFeed: moved(1) }))).not.toBe(grey);
  });
});

describe('an alert that was not yet seen', () => {
  const alert = { text: 'BTC/USD crossed above 64,000', price };
  const other = { text: 'ETH/USD is below 2,000', price: null };

  it('turns the badge to its own colour and shows the price', () => {
    const alerted = view({ alerts: [alert], badgeFeed: moved(1) });
    expect(toolbarText(alerted)).toBe('64K');
    const colours = [view(), view({ badgeFeed: moved(1) }), view({ badgeFeed: moved(-1) })].map(
      toolbarColor,
    );
    expect(colours).not.toContain(toolbarColor(alerted));
    expect(toolbarColor(view({ alerts: [alert], badgeFeed: undefined }))).toBe(
      toolbarColor(alerted),
    );
  });

  it('is legible: white on its colour has a contrast of 4.5 or more', () => {
    expect(contrastWithWhite(toolbarColor(view({ alerts: [alert] })))).toBeGreaterThan(4.5);
  });

  it('shows the count where there are several, and a dash without a price', () => {
    expect(toolbarText(view({ alerts: [alert, other] }))).toBe('2');
    expect(toolbarText(view({ alerts: [other] }))).toBe('–');
    expect(toolbarText(view({ alerts: Array.from({ length: 20_000 }, () => alert) }))).toBe('9999');
  });

  it('is what the tooltip says first', () => {
    expect(toolbarTitle(view({ alerts: [alert] })).split('\n')[0]).toBe(
      'Alert: BTC/USD crossed above 64,000',
    );
    expect(toolbarTitle(view({ alerts: [alert, alert, alert, alert, other] })).split('\n')[0]).toBe(
      '5 alerts: ETH/USD is below 2,000; BTC/USD crossed above 64,000; ' +
        'BTC/USD crossed above 64,000; 2 more',
    );
  });
});

describe('the tooltip', () => {
  it('tells the connection, and ten prices with their age', () => {
    const title = toolbarTitle(view({ feeds: Array.from({ length: 12 }, () => feed()) }));
    const [head, ...rows] = title.split('\n');
    expect(head).toBe('Pricelight · Live');
    expect(rows).toHaveLength(10);
    expect(rows[0]).toContain('BTC/USD  64,312.45');
    expect(rows[0]).toMatch(/· 4(\.0)? s/);
  });

  it('says why there is no connection, and what is stale', () => {
    const connection = {
      ...connected,
      state: 'offline' as const,
      reason: { code: 'unreachable' } as const,
    };
    const title = toolbarTitle(view({ connection, feeds: [feed({ notes: ['stale'] })] }));
    expect(title).toContain('Offline · Can’t reach the price service.');
    expect(title).toMatch(/stale$/);
  });
});

it('tells the browser only what changed', async () => {
  const setText = vi.spyOn(browser.action, 'setBadgeText');
  vi.spyOn(browser.action, 'setBadgeTextColor').mockResolvedValue(undefined);
  const toolbar = createToolbar();
  await toolbar.show(view());
  await toolbar.show(view());
  expect(setText).toHaveBeenCalledExactlyOnceWith({ text: '64K' });
  expect(await browser.action.getBadgeText({})).toBe('64K');
});

it('takes away what the worker before had left on the badge', async () => {
  vi.spyOn(browser.action, 'setBadgeTextColor').mockResolvedValue(undefined);
  await createToolbar().show(view());
  await createToolbar().show(view({ badgeFeed: undefined, feeds: [] }));
  expect(await browser.action.getBadgeText({})).toBe('');
});

/** By the formula of WCAG 2. */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

describe('the tooltip of a watchlist in which prices fail verification', () => {
  it.each([
    [1, '1 price failed verification'],
    [3, '3 prices failed verification'],
  ])('says so above the prices: %i', (failedCount, line) => {
    expect(toolbarTitle(view({ failedCount })).split('\n')[1]).toBe(line);
  });
});

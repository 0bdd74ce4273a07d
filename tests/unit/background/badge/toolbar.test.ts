import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import {
  createToolbar,
  toolbarColor,
  toolbarFace,
  toolbarText,
  toolbarTitle,
  type ToolbarFeed,
  type ToolbarView,
} from '@/lib/background/badge/toolbar.ts';
import type { ConnectionState } from '@/lib/domain/connection/state.ts';
import type { ToolbarFigure } from '@/lib/background/badge/toolbar-figure.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import { shownIcon } from '@/lib/storage/values/badge.ts';
import { HIDDEN } from '@/lib/base/text/hidden.ts';
import { appearanceSchema } from '@/lib/domain/settings.ts';
import { colorOf, contrast } from '../../contrast.ts';
import { receivedPrice } from '../feeds.ts';

const NOW_S = 1_800_000_000;
const price = receivedPrice('6431245', NOW_S - 4);

const feed = (change: Partial<ToolbarFeed> = {}): ToolbarFeed => ({
  symbol: 'BTC/USD',
  price,
  notes: [],
  isGray: false,
  ...change,
});

const connected: ConnectionState = {
  state: 'live',
  reason: null,
  remedy: null,
  nextAttemptAt: null,
};

const figure = (change: Partial<ToolbarFigure> = {}): ToolbarFigure => ({
  value: toDecimal(price.price, price.expo),
  change: toDecimal('-34', -2),
  isSigned: false,
  isHidden: false,
  direction: 0,
  isGray: false,
  ...change,
});

const view = (change: Partial<ToolbarView> = {}): ToolbarView => ({
  look: 'badge',
  figure: figure(),
  figureLine: null,
  feeds: [feed()],
  alerts: [],
  connection: connected,
  status: { code: 'live', assurance: { kind: 'verified' }, closed: 0 },
  palette: 'green-up',
  clockNotice: null,
  lateNotice: null,
  now: NOW_S * 1_000,
  ...change,
});

const moved = (direction: -1 | 1): ToolbarFigure => figure({ direction });

describe('the badge', () => {
  it('shows the price in four characters, a dash without one, nothing without a feed', () => {
    expect(toolbarText(view())).toBe('64K');
    expect(toolbarText(view({ figure: figure({ value: null }) }))).toBe('–');
    expect(toolbarText(view({ figure: undefined }))).toBe('');
  });

  it('tells up from down, and the palette swaps them', () => {
    const up = toolbarColor(view({ figure: moved(1) }));
    const down = toolbarColor(view({ figure: moved(-1) }));
    expect(up).not.toBe(down);
    expect(toolbarColor(view({ figure: moved(1), palette: 'red-up' }))).toBe(down);
    expect(toolbarColor(view({ figure: moved(-1), palette: 'red-up' }))).toBe(up);
  });

  it('is grey when its figure is not current or not known, or not connected', () => {
    const grey = toolbarColor(view({ figure: figure({ direction: 1, isGray: true }) }));
    expect(toolbarColor(view({ figure: figure({ value: null }) }))).toBe(grey);
    for (const state of ['connecting', 'offline', 'stopped'] as const) {
      const connection = { ...connected, state };
      expect(toolbarColor(view({ figure: moved(1), connection }))).toBe(grey);
    }
    expect(toolbarColor(view({ figure: moved(1) }))).not.toBe(grey);
  });
});

describe.each(appearanceSchema.shape.palette.options)('the colors of the palette %s', (palette) => {
  const colors = [
    view({ palette, figure: moved(1) }),
    view({ palette, figure: moved(-1) }),
    view({ palette, figure: figure() }),
    view({ palette, figure: figure({ isGray: true }) }),
    view({ palette, alerts: [{ text: 'BTC/USD crossed above 64,000', price }] }),
  ].map(toolbarColor);

  it('differ, and white is legible on each', () => {
    expect(new Set(colors).size).toBe(colors.length);
    for (const color of colors) {
      expect(contrast(colorOf(color), [255, 255, 255])).toBeGreaterThan(4.5);
    }
  });
});

describe('an alert that was not yet seen', () => {
  const alert = { text: 'BTC/USD crossed above 64,000', price };
  const other = { text: 'ETH/USD is below 2,000', price: null };

  it('turns the badge to its own colour and shows the price', () => {
    const alerted = view({ alerts: [alert], figure: moved(1) });
    expect(toolbarText(alerted)).toBe('64K');
    expect(toolbarColor(view({ alerts: [alert], figure: undefined }))).toBe(toolbarColor(alerted));
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
  it('tells the connection, and the prices with what there is to say about them', () => {
    const title = toolbarTitle(
      view({ feeds: Array.from({ length: 10 }, () => feed({ notes: ['4 sec'] })) }),
    );
    const [head, ...rows] = title.split('\n');
    expect(head).toBe('Pricelight · Live · All prices verified');
    expect(rows).toHaveLength(10);
    expect(rows[0]).toContain('BTC/USD  64,312.45');
    expect(rows[0]).toMatch(/· 4 sec$/);
  });

  it('says why there is no connection, and what is stale', () => {
    const status = {
      code: 'offline',
      problem: { code: 'unreachable' },
      nextAttemptAt: null,
    } as const;
    const title = toolbarTitle(view({ status, feeds: [feed({ notes: ['stale'] })] }));
    expect(title).toMatch(/^Pricelight · Offline\.\n.*stale$/);
  });
});

const setIcon = vi.fn((_details: unknown): void => undefined);

beforeEach(() => {
  fakeBrowser.reset();
  setIcon.mockClear();
  vi.spyOn(browser.action, 'setBadgeTextColor').mockResolvedValue(undefined);
  vi.spyOn(browser.action, 'setIcon').mockImplementation(setIcon);
  vi.spyOn(browser.runtime, 'getManifest').mockReturnValue({
    icons: { 16: 'icons/16.png' },
  } as never);
  vi.stubGlobal('ImageData', FakeImage);
});
afterEach(() => vi.unstubAllGlobals());

class FakeImage {
  readonly data: Uint8ClampedArray;
  constructor(data: Uint8ClampedArray) {
    this.data = data;
  }
}

const inIcon = (change: Partial<ToolbarFigure> = {}) =>
  view({ look: 'icon', figure: figure({ direction: 1, ...change }) });

describe('a price in the icon', () => {
  const alert = { text: 'BTC/USD crossed above 64,000', price };

  it('has the color of the direction by the palette, and an arrow by the direction', () => {
    const lines = ['64', '312'];
    expect(toolbarFace(inIcon())).toEqual({ lines, tone: 'green', arrow: 'up' });
    expect(toolbarFace({ ...inIcon(), palette: 'red-up' })?.tone).toBe('red');
    expect(toolbarFace({ ...inIcon(), palette: 'blue-up' })?.tone).toBe('blue');
    expect(toolbarFace({ ...inIcon({ direction: -1 }), palette: 'blue-up' })?.tone).toBe('orange');
    expect(toolbarFace(inIcon({ direction: 0 }))).toEqual({
      lines,
      tone: 'neutral',
      arrow: 'flat',
    });
    expect(toolbarFace(inIcon({ isGray: true }))).toEqual({ lines, tone: 'gray', arrow: 'flat' });
  });

  it('leaves the badge empty', () => {
    expect(toolbarText(inIcon())).toBe('');
  });

  it.each([
    ['what does not fit', inIcon({ value: toDecimal('1303261', 0) }), '1.3M'],
    ['a price that is not known', inIcon({ value: null }), '–'],
    ['a hidden amount', inIcon({ isHidden: true }), HIDDEN],
    ['an unseen alert', { ...inIcon(), alerts: [alert] }, '64K'],
  ])('gives way to the badge for %s', (_what, shown, text) => {
    expect(toolbarFace(shown)).toBeNull();
    expect(toolbarText(shown)).toBe(text);
  });
});

describe('both', () => {
  const both = (change: Partial<ToolbarFigure> = {}) =>
    view({ look: 'both', figure: figure(change) });

  it('are the price in one line of the icon, and the change on the badge', () => {
    const shown = both({ direction: -1 });
    expect(toolbarFace(shown)).toEqual({ lines: ['64K', ''], tone: 'red', arrow: 'flat' });
    expect(toolbarText(shown)).toBe('-.34');
    expect(toolbarText(both({ change: null }))).toBe('–');
  });

  it('are only the change, below the logo, if the price does not fit or is hidden', () => {
    for (const shown of [both({ value: toDecimal('9606', -9) }), both({ isHidden: true })]) {
      expect(toolbarFace(shown)).toBeNull();
      expect(toolbarText(shown)).toBe('-.34');
    }
  });
});

describe('the browser is told', () => {
  it('only what changed', async () => {
    const setText = vi.spyOn(browser.action, 'setBadgeText');
    const toolbar = createToolbar();
    await toolbar.show(view());
    await toolbar.show(view());
    expect(setText).toHaveBeenCalledExactlyOnceWith({ text: '64K' });
    expect(await browser.action.getBadgeText({})).toBe('64K');
  });

  it('to remove what the worker before had left on the badge', async () => {
    await createToolbar().show(view());
    await createToolbar().show(view({ figure: undefined, feeds: [] }));
    expect(await browser.action.getBadgeText({})).toBe('');
  });

  it('the icon in both sizes, and again only if it looks different, by any worker', async () => {
    const toolbar = createToolbar();
    await toolbar.show(inIcon());
    const sizes = setIcon.mock.calls.map(([given]) => {
      const { imageData } = given as { imageData: Record<string, FakeImage> };
      return Object.entries(imageData).map(([size, { data }]) => [size, data.length]);
    });
    expect(sizes).toEqual([
      [
        ['16', 16 * 16 * 4],
        ['32', 32 * 32 * 4],
      ],
    ]);
    // Another price that looks the same, in this worker and in the next one.
    const same = inIcon({ value: toDecimal('6431249', -2) });
    await toolbar.show(same);
    await createToolbar().show(same);
    expect(setIcon).toHaveBeenCalledTimes(1);
    await createToolbar().show(inIcon({ direction: -1 }));
    expect(setIcon).toHaveBeenCalledTimes(2);
  });

  it('its own icon again once the badge shows the price', async () => {
    await createToolbar().show(inIcon());
    await createToolbar().show(view());
    await createToolbar().show(view());
    expect(setIcon).toHaveBeenCalledTimes(2);
    expect(setIcon).toHaveBeenLastCalledWith({ path: { 16: '/icons/16.png' } });
  });

  it('the icon again if the worker died before it could store it', async () => {
    vi.spyOn(shownIcon, 'setValue').mockRejectedValueOnce(new Error('dead'));
    await expect(createToolbar().show(inIcon())).rejects.toThrow('dead');
    await createToolbar().show(inIcon());
    expect(setIcon).toHaveBeenCalledTimes(2);
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { listenToAddressBar } from '@/lib/background/address-bar/listen.ts';
import { lineMarkup } from '@/lib/background/address-bar/markup.ts';
import type { AddressBarSources } from '@/lib/background/address-bar/answers.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { catalog } from '@/lib/storage/catalog-store.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { proofOf } from '../../proofs.ts';
import { toolbarSettings } from '../badge/toolbar-settings.ts';
import { BTC, ETH, receivedPrice } from '../feeds.ts';

const DOGE = 'd'.repeat(64);

function feed(id: string, base: string, description: string): Feed {
  const pair = `${base}/USD`;
  const names = { symbol: `Crypto.${pair}`, display_symbol: pair, base, quote_currency: 'USD' };
  return { id, attributes: { ...names, description, asset_type: 'Crypto' } };
}

const FEEDS = [
  feed(BTC, 'BTC', 'BITCOIN / US DOLLAR'),
  feed(ETH, 'ETH', 'ETHEREUM / US DOLLAR'),
  feed(DOGE, 'DOGE', '<b>DOGE</b> & co. / US DOLLAR'),
];

type Listener = (...args: never[]) => void;

/** What a browser's address bar does with the worker. */
class Bar {
  first = '';
  readonly #listeners = new Map<string, Listener>();
  readonly opened = vi.fn<(to: { url?: string; active?: boolean }) => Promise<void>>(
    async () => undefined,
  );

  constructor() {
    const { omnibox, tabs } = fakeBrowser;
    for (const event of [
      'onInputStarted',
      'onInputChanged',
      'onInputEntered',
      'onInputCancelled',
    ] as const) {
      vi.spyOn(omnibox[event], 'addListener').mockImplementation((listener: Listener) => {
        this.#listeners.set(event, listener);
      });
    }
    vi.spyOn(omnibox, 'setDefaultSuggestion').mockImplementation(({ description }) => {
      this.first = description;
    });
    vi.spyOn(tabs, 'update').mockImplementation(this.opened as never);
    vi.spyOn(tabs, 'create').mockImplementation(this.opened as never);
  }

  send(event: string, ...args: unknown[]): void {
    this.#listeners.get(event)?.(...(args as never[]));
  }

  /** All lines, and what the others put into the field. */
  async lines(text: string): Promise<{ lines: string[]; contents: string[] }> {
    const others = await new Promise<{ content: string; description: string }[]>((resolve) => {
      this.send('onInputChanged', text, resolve);
    });
    const lines = [this.first, ...others.map(({ description }) => description)];
    return { lines: lines.map(plain), contents: others.map(({ content }) => content) };
  }

  /** The opened view. */
  async enter(text: string, disposition = 'currentTab'): Promise<string> {
    this.send('onInputEntered', text, disposition);
    await vi.waitFor(() => expect(this.opened).toHaveBeenCalled());
    return this.opened.mock.lastCall?.[0].url?.replace(/^.*popup\.html/, '') ?? '';
  }
}

const plain = (markup: string): string => markup.replaceAll(/<\/?dim>/g, '').replace('  ', ' ');

let bar: Bar;
const prices = new Map<string, StoredPrice>();

function listen(change: Parameters<typeof toolbarSettings>[0] = {}): void {
  bar = new Bar();
  const settings = toolbarSettings(change);
  const intake = { prices, failed: new Map(), askedAt: Date.now() };
  const sources: AddressBarSources = { settings, intake, toolbar: { shown: Promise.resolve() } };
  listenToAddressBar(sources);
}

beforeEach(async () => {
  await catalog.setValue({ fetchedAt: 1, feeds: FEEDS });
  await watchlist.setValue([BTC, ETH]);
  const second = Math.floor(Date.now() / 1_000);
  prices.set(BTC, receivedPrice('8130326', second, null, proofOf('verified', 't')));
  prices.set(ETH, receivedPrice('280279', second, null, proofOf('unchecked', 't')));
  listen();
});

describe('the address bar', () => {
  it('says what to type, and reads nothing before', async () => {
    const read = vi.spyOn(catalog, 'getValue');
    bar.send('onInputStarted');
    expect(bar.first).toBe(t('search.placeholder'));
    expect(read).not.toHaveBeenCalled();
    await bar.lines('btc');
    expect(read).toHaveBeenCalledOnce();
    await bar.lines('btc 8');
    expect(read).toHaveBeenCalledOnce();
  });

  it('answers in the first line, and Enter opens the price', async () => {
    const { lines } = await bar.lines('btc');
    expect(lines[0]).toMatch(/^BTC\/USD {1,2}81,303\.26 ±1\.00 .*Verified/);
    expect(await bar.enter('btc')).toBe(`#feed/${BTC}`);
  });

  it('says that a price is not verified, or a sample', async () => {
    expect((await bar.lines('eth')).lines[0]).toContain(t('proof.state.unchecked'));
    listen({ areSamplesShown: { current: true, loaded: Promise.resolve() } });
    expect((await bar.lines('eth')).lines[0]).toContain(t('samples.title'));
    expect((await bar.lines('eth 3k')).lines[0]).toContain(t('samples.title'));
  });

  it('shows no price that is not verified where that is required', async () => {
    listen({ signatures: { current: 'require', loaded: Promise.resolve() } });
    expect((await bar.lines('eth')).lines[0]).not.toContain('2,802');
    expect((await bar.lines('eth 3k')).lines[0]).not.toContain('Alert');
  });

  it('offers an alert, and Enter opens the page that adds it', async () => {
    const { lines, contents } = await bar.lines('btc 85k');
    expect(lines).toEqual([
      'Alert me when BTC/USD rises above 85,000 · 4.55% to go',
      expect.stringContaining('81,303.26'),
    ]);
    expect(contents).toEqual(['BTC/USD']);
    expect(await bar.enter('btc 85k')).toBe('#search?text=btc%2085k&enter');
    expect(await alertRules.getValue()).toEqual([]);
  });

  it('opens the page where the browser says', async () => {
    expect(await bar.enter('doge, btc', 'newBackgroundTab')).toBe(
      '#search?text=doge%2C%20btc&enter',
    );
    expect(bar.opened).toHaveBeenCalledWith(expect.objectContaining({ active: false }));
  });

  it('hands what it does not know to the search', async () => {
    expect((await bar.lines('qqq?')).lines).toEqual([t('search.addressBar', { query: 'qqq?' })]);
    expect(await bar.enter('qqq?&1')).toBe('#search?text=qqq%3F%261');
    bar.opened.mockClear();
    const { lines } = await bar.lines('dgoe');
    expect(lines.slice(0, 2)).toEqual([
      t('search.addressBar', { query: 'dgoe' }),
      expect.stringMatching(/^DOGE\/USD/),
    ]);
    expect(await bar.enter('dgoe')).toBe('#search?text=dgoe');
    expect(await watchlist.getValue()).toEqual([BTC, ETH]);
  });

  it('has at most four lines', async () => {
    const many = Array.from({ length: 9 }, (_, at) => feed(`${at}`.repeat(64), `BIT${at}`, 'Coin'));
    await catalog.setValue({ fetchedAt: 2, feeds: many });
    const { lines } = await bar.lines('bit');
    expect(lines.length).toBeLessThanOrEqual(4);
    expect(await bar.enter('5'.repeat(64))).toBe(`#feed/${'5'.repeat(64)}`);
  });
});

describe('a line', () => {
  it('is escaped for Chrome, and plain for Firefox', () => {
    const line = { text: `<b> & "it's"\u0000\uFFFF\uD800`, detail: '<dim>' };
    expect(lineMarkup(line, false)).toBe(
      '&lt;b&gt; &amp; &quot;it&apos;s&quot;\uFFFD  <dim>&lt;dim&gt;</dim>',
    );
    expect(lineMarkup(line, true)).toContain('<b> & ');
  });
});

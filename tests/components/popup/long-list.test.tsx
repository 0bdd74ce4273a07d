import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { catalogFeed, openPopup, priceOf, row, storedPrice, symbols, tick } from './popup-page.tsx';

const symbol = (n: number): string => `F${n}/USD`;
const feeds = Array.from({ length: 1_000 }, (_, n) =>
  catalogFeed(n, {
    display_symbol: symbol(n),
    symbol: `Crypto.${symbol(n)}`,
    asset_type: n < 500 ? 'Crypto' : 'FX',
  }),
);
const ids = feeds.map(({ id }) => id);
const ROW = 52;
// In the window, and as many again and more above and below it.
const MOST_ROWS = 30;

beforeEach(async () => {
  location.hash = '';
  await followedFeeds.setValue(Object.fromEntries(feeds.map((each) => [each.id, each.attributes])));
  await watchlist.setValue(ids);
});

const link = (n: number): HTMLElement => within(row(symbol(n))).getByRole('link');

function scrollTo(n: number): void {
  const scroller = document.getElementById('list-panel')!;
  scroller.scrollTop = n * ROW;
  fireEvent.scroll(scroller);
}

it('only rows near the window are in the document; each says its place', async () => {
  await openPopup();
  expect(symbols().length).toBeLessThan(MOST_ROWS);
  expect(row(symbol(0))).toHaveAttribute('aria-posinset', '1');
  expect(row(symbol(0))).toHaveAttribute('aria-setsize', '1000');
  scrollTo(500);
  expect(row(symbol(500))).toHaveAttribute('aria-posinset', '501');
  expect(symbols().length).toBeLessThan(MOST_ROWS);
});

it('rows and the space in place of the others are as high as the whole list', async () => {
  await openPopup();
  for (const n of [0, 300, 999]) {
    scrollTo(n);
    const list = screen.getByRole('list', { name: 'Watchlist' });
    const spaces = [...list.querySelectorAll<HTMLElement>('li[aria-hidden]')];
    const rows = [...list.querySelectorAll<HTMLElement>('li[data-id]')];
    const height =
      rows.length * ROW +
      spaces.reduce((sum, each) => sum + Number.parseFloat(each.style.height), 0);
    expect(height).toBe(1_000 * ROW);
  }
});

it('forty rows are all in the document', async () => {
  await watchlist.setValue(ids.slice(0, 40));
  await openPopup();
  expect(symbols()).toHaveLength(40);
  expect(row(symbol(0))).not.toHaveAttribute('aria-setsize');
});

it('a list that becomes short keeps its rows and the focus', async () => {
  await watchlist.setValue(ids.slice(0, 41));
  const { user } = await openPopup();
  const [first] = screen.getAllByRole('listitem');
  link(4).focus();
  await user.keyboard('{Delete}');
  await waitFor(() => expect(symbols()).toHaveLength(40));
  expect(first).toBeInTheDocument();
  expect(link(5)).toHaveFocus();
});

it('a row shows the price that came while it was not in the document', async () => {
  await openPopup();
  await tick({ [ids[700]!]: storedPrice({ price: '250000000000' }) });
  scrollTo(700);
  expect(priceOf(symbol(700))).toHaveAttribute('value', '2500.00000000');
});

it('the focused row stays in the document when it leaves the window, and so do its keys', async () => {
  const { user } = await openPopup();
  link(3).focus();
  scrollTo(600);
  expect(row(symbol(600))).toBeInTheDocument();
  expect(link(3)).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(link(4)).toHaveFocus();
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(link(2)).toHaveFocus();
});

it('Home and End reach the first and the last row from anywhere', async () => {
  const { user } = await openPopup();
  link(3).focus();
  await user.keyboard('{End}');
  expect(link(999)).toHaveFocus();
  scrollTo(300);
  await user.keyboard('{Home}');
  expect(link(0)).toHaveFocus();
});

it('a removed row gives the focus to the next one of the list, wherever the window is', async () => {
  const { user } = await openPopup();
  link(3).focus();
  await user.keyboard('{Delete}');
  await waitFor(() => expect(link(4)).toHaveFocus());
  await waitFor(() => expect(row(symbol(4))).toHaveAttribute('aria-posinset', '4'));
});

it('rows that come and go as the list scrolls do not move', async () => {
  const animate = vi.spyOn(Element.prototype, 'animate');
  await openPopup();
  for (let n = 1; n < 20; n += 1) scrollTo(n);
  await new Promise(requestAnimationFrame);
  expect(animate).not.toHaveBeenCalled();
});

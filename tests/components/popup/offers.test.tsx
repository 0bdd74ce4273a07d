import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import { catalog } from '@/lib/storage/catalog-store.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { amountsHidden, holdings } from '@/lib/storage/values/holdings.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, catalogFeed, openPopup, storedPrice, symbols, tick } from './popup-page.tsx';

const [BITCOIN, DOGE, LINK] = ['BTC', 'DOGE', 'LINK'].map((base, at): Feed => {
  const pair = `${base}/USD`;
  const known = catalogFeed(at + 1, {
    symbol: `Crypto.${pair}`,
    display_symbol: pair,
    base,
    quote_currency: 'USD',
    description: `${base} / US DOLLAR`,
    asset_type: 'Crypto',
  });
  return base === 'BTC' ? { ...known, id: BTC } : known;
}) as [Feed, Feed, Feed];

beforeEach(async () => {
  location.hash = '';
  await catalog.setValue({ fetchedAt: 1, feeds: [BITCOIN, DOGE, LINK] });
  await watchlist.setValue([BTC]);
  // 64,312.46 and 0.16
  await tick({
    [BTC]: storedPrice(),
    [DOGE.id]: storedPrice({ price: '16000000', conf: '10000' }),
  });
});

const field = (): HTMLElement => screen.getByRole('searchbox', { name: 'Search feeds' });
const options = (): (string | null | undefined)[] =>
  screen.getAllByRole('option').map((each) => each.querySelector('b')?.textContent);

async function type(text: string) {
  const view = await openPopup();
  act(() => field().focus());
  fireEvent.change(field(), { target: { value: text } });
  await screen.findAllByRole('option');
  return view;
}

async function undo(user: Awaited<ReturnType<typeof openPopup>>['user']): Promise<void> {
  await user.click(await screen.findByRole('button', { name: t('common.undoButton') }));
}

it('the box says what the keys do', async () => {
  await type('doge');
  const keys = screen.getByText('Choose').closest('div');
  expect(keys).toHaveTextContent('↑↓ChooseEnterDo itEscBack');
});

describe('a level in the box', () => {
  it('is an alert, once and without an end, that can be undone', async () => {
    const { user } = await type('btc 85k');
    expect(options()).toEqual([
      'Alert me when BTC/USD rises above 85,000',
      'Change it first',
      'I own 85,000 BTC',
      'BTC/USD',
    ]);
    expect(screen.getByRole('option', { name: /Alert me when/ })).toHaveTextContent('32.17% to go');
    await user.keyboard('{Enter}');
    const rules = await waitFor(async () => {
      const stored = await alertRules.getValue();
      expect(stored).toHaveLength(1);
      return stored;
    });
    expect(rules[0]).toMatchObject({
      feedId: BTC,
      trigger: { kind: 'crosses', direction: 'above', level: '85000' },
      repeat: { mode: 'once' },
      expiresAt: null,
      enabled: true,
    });
    expect(field()).toHaveValue('');
    await undo(user);
    await waitFor(async () => expect(await alertRules.getValue()).toEqual([]));
  });

  it('adds a price that is not in the list, and Undo removes it again', async () => {
    const { user } = await type('doge 0.2');
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(await alertRules.getValue()).toHaveLength(1));
    expect(await watchlist.getValue()).toEqual([BTC, DOGE.id]);
    await undo(user);
    await waitFor(async () => expect(await watchlist.getValue()).toEqual([BTC]));
    expect(await alertRules.getValue()).toEqual([]);
  });

  it('is opened as a sentence with Shift and Enter', async () => {
    const { user } = await type('btc 60k');
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    await waitFor(() => expect(location.hash).toBe(`#alerts/new/${BTC}?level=60000`));
    expect(await alertRules.getValue()).toEqual([]);
  });
});

describe('an amount in the box', () => {
  it('is stored, what was paid stays, and Undo restores what was owned', async () => {
    const before = { quantity: '4', cost: { perUnit: '100', currency: 'USD' } };
    await holdings.setValue({ [BTC]: before });
    const { user } = await type('btc 2.5');
    expect(options().slice(0, 2)).toEqual(['I own 2.5 BTC', 'I own 2.5 BTC more']);
    expect(screen.getAllByRole('option')[0]).toHaveTextContent(
      'Worth 160,781.14 USD · You own 4 BTC',
    );
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(async () =>
      expect(await holdings.getValue()).toEqual({ [BTC]: { ...before, quantity: '6.5' } }),
    );
    await undo(user);
    await waitFor(async () => expect(await holdings.getValue()).toEqual({ [BTC]: before }));
  });

  it('is not shown while amounts are hidden', async () => {
    await amountsHidden.setValue(true);
    await holdings.setValue({ [BTC]: { quantity: '4', cost: null } });
    await type('btc 2.5');
    const [own] = screen.getAllByRole('option');
    expect(own).not.toHaveTextContent('160');
    expect(own).not.toHaveTextContent('own 4');
  });
});

describe('other texts in the box', () => {
  it('open the chart at a period', async () => {
    const { user } = await type('btc 1y');
    expect(options()).toEqual(['BTC/USD · Last 12 months', 'BTC/USD']);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(location.hash).toBe(`#feed/${BTC}?period=1y`));
  });

  it('add a pasted list, without what is there', async () => {
    const { user } = await openPopup();
    act(() => field().focus());
    await user.paste('LINK\r\nDOGE\r\nBTC\r\nQQQQ\r\n');
    expect(field()).toHaveValue('LINK, DOGE, BTC, QQQQ');
    const [add] = await screen.findAllByRole('option');
    expect(add).toHaveTextContent('Add 2 prices');
    expect(add).toHaveTextContent('LINK/USD and DOGE/USD · Nothing matches “QQQQ”');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('2 prices added to your watchlist')).toBeInTheDocument();
    expect(await watchlist.getValue()).toEqual([BTC, LINK.id, DOGE.id]);
    await undo(user);
    await waitFor(async () => expect(await watchlist.getValue()).toEqual([BTC]));
  });

  it('make a new group of a pasted list, once it has a name; Undo deletes the group', async () => {
    const { user } = await type('LINK, BTC');
    const [, newGroup] = screen.getAllByRole('option');
    expect(newGroup).toHaveTextContent('New group…LINK/USD and BTC/USD');
    await user.keyboard('{ArrowDown}{Enter}');
    await user.type(await screen.findByRole('textbox', { name: 'Group name' }), 'Mine{Enter}');
    expect(await screen.findByText('Group Mine created')).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: 'Mine' })).toHaveAttribute('aria-selected', 'true');
    expect(symbols()).toEqual(['LINK/USD', 'BTC/USD']);
    await undo(user);
    await waitFor(async () => expect(await watchlist.getValue()).toEqual([BTC]));
    expect(await groups.getValue()).toEqual([]);
  });

  it('add a price, then open it; adding can be undone', async () => {
    const { user } = await type('doge');
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(await watchlist.getValue()).toEqual([BTC, DOGE.id]));
    await undo(user);
    await waitFor(async () => expect(await watchlist.getValue()).toEqual([BTC]));
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(screen.getByRole('option', { name: /DOGE/ })).toHaveAttribute('aria-selected', 'true'),
    );
    await user.keyboard('{Enter}');
    await waitFor(() => expect(location.hash).toBe(`#feed/${DOGE.id}`));
  });

  it('show what they look like, of which Enter chooses none', async () => {
    const { user } = await type('dgoe 5');
    expect(screen.getByText('Nothing matches “dgoe 5”. Did you mean:')).toBeInTheDocument();
    expect(field()).not.toHaveAttribute('aria-activedescendant');
    await user.keyboard('{Enter}');
    expect(await watchlist.getValue()).toEqual([BTC]);
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(async () => expect(await watchlist.getValue()).toEqual([BTC, DOGE.id]));
  });
});

describe('a text of the address bar', () => {
  it('that was entered there is done at once, and can be undone', async () => {
    location.hash = `#search?text=${encodeURIComponent('btc 85k')}&enter`;
    const { user } = await openPopup();
    await waitFor(async () => expect(await alertRules.getValue()).toHaveLength(1));
    expect(location.hash).toBe('');
    await undo(user);
    await waitFor(async () => expect(await alertRules.getValue()).toEqual([]));
  });

  it('waits in the box if it was not entered', async () => {
    location.hash = `#search?text=${encodeURIComponent('btc 85k')}`;
    await openPopup();
    await screen.findByRole('option', { name: /Alert me when/ });
    expect(field()).toHaveValue('btc 85k');
    expect(await alertRules.getValue()).toEqual([]);
  });
});

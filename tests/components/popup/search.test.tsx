import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { catalog } from '@/lib/storage/catalog-store.ts';
import { catalogStatus, feedNamings } from '@/lib/storage/values/catalog.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import { DEFAULT_FEEDS } from '@/lib/domain/watchlist/default-feeds.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { storeAnswer, watchQuestions } from '@/lib/pages/inquiries.ts';
import { signatures } from '@/lib/storage/values/settings.ts';
import { BTC, catalogFeed, openPopup, row, storedPrice, symbols, tick } from './popup-page.tsx';

const SOL = catalogFeed(1, {
  symbol: 'Crypto.SOL/USD',
  display_symbol: 'SOL/USD',
  base: 'SOL',
  description: 'SOLANA / US DOLLAR',
  asset_type: 'Crypto',
});
const SILVER = catalogFeed(2, {
  symbol: 'Metal.XAG/USD',
  display_symbol: 'XAG/USD',
  base: 'XAG',
  description: 'SILVER / US DOLLAR',
  asset_type: 'Metal',
});
const OLD = catalogFeed(3, {
  symbol: 'Crypto.SOLD/USD',
  display_symbol: 'SOLD/USD',
  base: 'SOLD',
  description: 'DEPRECATED FEED - SOLD / US DOLLAR',
  asset_type: 'Crypto',
});
const SOLAR = catalogFeed(4, {
  symbol: 'Crypto.SOLAR/USD',
  display_symbol: 'SOLAR/USD',
  base: 'SOLAR',
  description: 'SOLAR / US DOLLAR',
  asset_type: 'Crypto',
});
const NEWER = catalogFeed(8, { symbol: 'Crypto.NEWER/USD', asset_type: 'Crypto' });
const sampleId = (symbol: string): string =>
  DEFAULT_FEEDS.find(({ attributes }) => attributes['display_symbol'] === symbol)?.id ?? '';
const BITCOIN = { id: BTC, attributes: { symbol: 'Crypto.BTC/USD', base: 'BTC' } };

function field(): HTMLElement {
  return screen.getByRole('searchbox', { name: 'Search feeds' });
}

async function openSearch(query: string) {
  await catalog.setValue({ fetchedAt: 1, feeds: [SOL, SILVER, OLD, SOLAR, BITCOIN] });
  const view = await openPopup();
  act(() => field().focus());
  // Types all letters at once: on a busy machine, there would be pauses between them.
  fireEvent.change(field(), { target: { value: query } });
  return view;
}

function addButton(): HTMLElement {
  return within(screen.getByRole('search')).getByRole('button', { name: t('popup.addFeedButton') });
}

const option = (name: RegExp): Promise<HTMLElement> => screen.findByRole('option', { name });

describe('searching', () => {
  it('shows the results in place of the watchlist', async () => {
    await openSearch('silver');
    expect(await option(/XAG\/USD/)).toHaveTextContent('Silver / US Dollar');
    expect(await option(/XAG\/USD/)).toHaveTextContent('Metals');
    expect(screen.queryByRole('list', { name: 'Watchlist' })).toBeNull();
    expect(screen.getByText('1 price')).toBeInTheDocument();
  });

  it('shows stored prices, and asks for the others once the user rests', async () => {
    const questions: unknown[] = [];
    watchQuestions((id, question) => {
      questions.push(question);
      void storeAnswer(id, { ok: true, answer: { prices: { [SOL.id]: storedPrice() } } });
    });
    await tick({ [BTC]: storedPrice({ price: '6000000000000' }) });
    await openSearch('sol');
    await waitFor(async () => expect(await option(/SOL\/USD/)).toHaveTextContent('64,312.46'));
    fireEvent.change(field(), { target: { value: 'btc' } });
    await waitFor(async () => expect(await option(/BTC\/USD/)).toHaveTextContent('60,000.00'));
    expect(questions).toEqual([{ kind: 'found-prices', ids: [SOL.id, SOLAR.id] }]);
  });

  it('says which feeds have no sample, and asks only for the others', async () => {
    const questions: unknown[] = [];
    watchQuestions((_id, question) => void questions.push(question));
    await areSamplesShown.setValue(true);
    const sample = { ...SOL, id: sampleId('SOL/USD') };
    await catalog.setValue({ fetchedAt: 1, feeds: [sample, SOLAR] });
    const { user } = await openPopup();
    await user.type(field(), 'sol');
    expect(await option(/SOLAR\/USD/)).toHaveTextContent(t('samples.liveOnly'));
    expect(await option(/SOL\/USD/)).not.toHaveTextContent(t('samples.liveOnly'));
    await waitFor(() => expect(questions).toEqual([{ kind: 'found-prices', ids: [sample.id] }]));
  });

  it('shows no price that is not verified where that is required', async () => {
    await signatures.setValue('require');
    await tick({ [BTC]: storedPrice() });
    await openSearch('btc');
    expect((await option(/BTC\/USD/)).querySelector('[data-part="price"]')).toBeNull();
  });

  it('reads the large catalog only when the field is focused', async () => {
    const read = vi.spyOn(catalog, 'getValue');
    const { user } = await openPopup();
    expect(read).not.toHaveBeenCalled();
    await user.click(field());
    await waitFor(() => expect(read).toHaveBeenCalled());
  });

  it('adds the clicked feed at the end', async () => {
    const { user } = await openSearch('silver');
    await user.click(await option(/XAG\/USD/));
    expect(await screen.findByText('XAG/USD added to your watchlist')).toBeInTheDocument();
    expect(await option(/XAG\/USD/)).toHaveAttribute('aria-selected', 'true');
    expect(field()).toHaveFocus();

    await user.keyboard('{Escape}');
    expect(field()).toHaveValue('');
    await waitFor(() => expect(symbols().at(-1)).toBe('XAG/USD'));
    expect(row('XAG/USD')).toHaveTextContent('Silver');
  });

  it('adds the best result with Enter, or another one with the arrow keys', async () => {
    const { user } = await openSearch('sol');
    const best = await option(/^SOL\/USD/);
    expect(field()).toHaveAttribute('aria-activedescendant', best.id);
    await user.keyboard('{ArrowDown}');
    expect(field()).toHaveAttribute('aria-activedescendant', (await option(/^SOLAR\/USD/)).id);
    await user.keyboard('{ArrowDown}');
    expect(field()).toHaveAttribute('aria-activedescendant', best.id);
    await user.keyboard('{ArrowUp}{ArrowUp}{Enter}');
    await waitFor(async () => expect(await watchlist.getValue()).toContain(SOL.id));
    expect(await watchlist.getValue()).not.toContain(SOLAR.id);
  });

  it('marks feeds that are on the watchlist, and does not offer deprecated ones', async () => {
    const { user } = await openSearch('btc');
    expect(await option(/BTC\/USD/)).toHaveAttribute('aria-selected', 'true');
    expect(await option(/BTC\/USD/)).toHaveTextContent(t('search.onWatchlist'));
    await user.clear(field());
    await user.type(field(), 'sol');
    expect(await option(/SOL\/USD/)).toBeVisible();
    expect(screen.queryByRole('option', { name: /SOLD\/USD/ })).toBeNull();
  });

  it('refers to a listbox only while there is one', async () => {
    const { user } = await openSearch('silver');
    const list = await screen.findByRole('listbox');
    expect(field()).toHaveAttribute('aria-controls', list.id);
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Close search' }));
    expect(field()).not.toHaveAttribute('aria-controls');
    expect(screen.getByRole('list', { name: 'Watchlist' })).toBeVisible();
  });

  it('leaves Escape to the browser once it is closed', async () => {
    const { user } = await openPopup();
    const onKeyDown = vi.fn((event: KeyboardEvent) => event.defaultPrevented);
    document.addEventListener('keydown', onKeyDown);
    await user.click(field());
    await user.keyboard('{Escape}');
    expect(onKeyDown).toHaveReturnedWith(true);
    expect(addButton()).toHaveFocus();
    onKeyDown.mockClear();
    await user.keyboard('{Escape}');
    document.removeEventListener('keydown', onKeyDown);
    expect(onKeyDown).toHaveReturnedWith(false);
  });
});

describe('adding a feed', () => {
  const [ETHER, GOLD] = ['Crypto.ETH/USD', 'Metal.XAU/USD'].map((symbol, at) =>
    catalogFeed(at + 5, { symbol, display_symbol: symbol.split('.')[1] ?? '' }),
  ) as [Feed, Feed];

  beforeEach(async () => {
    await catalog.setValue({ fetchedAt: 1, feeds: [SOL, OLD, BITCOIN, GOLD, ETHER] });
    await watchlist.setValue([BTC]);
  });

  const options = (): (string | null | undefined)[] =>
    screen.getAllByRole('option').map((each) => each.querySelector('b')?.textContent);

  it('suggests popular feeds that are not on the watchlist, and keeps them while they are added', async () => {
    const { user } = await openPopup();
    await user.click(addButton());
    expect(field()).toHaveFocus();
    expect(await screen.findByText('Popular prices')).toBeInTheDocument();
    expect(options()).toEqual(['ETH/USD', 'SOL/USD', 'XAU/USD']);
    expect(field()).not.toHaveAttribute('aria-activedescendant');

    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(async () => expect(await watchlist.getValue()).toEqual([BTC, ETHER.id]));
    expect(await option(/ETH\/USD/)).toHaveAttribute('aria-selected', 'true');
    expect(options()).toEqual(['ETH/USD', 'SOL/USD', 'XAU/USD']);
  });

  it('shows all feeds if none of the popular ones is left', async () => {
    await watchlist.setValue([BTC, ETHER.id, SOL.id, GOLD.id]);
    const { user } = await openPopup();
    await user.click(addButton());
    expect(await screen.findByText('4 prices')).toBeInTheDocument();
  });

  it('is also offered after the last row, and returns the focus there', async () => {
    const { user } = await openPopup();
    const main = within(screen.getByRole('main'));
    await user.click(main.getByRole('button', { name: t('popup.addFeedButton') }));
    expect(field()).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(main.getByRole('button', { name: t('popup.addFeedButton') })).toHaveFocus();
  });
});

describe('a search without results', () => {
  it('says so and gives a hint', async () => {
    await openSearch('qqq');
    expect(
      await screen.findByRole('heading', { name: 'Nothing matches “qqq”' }),
    ).toBeInTheDocument();
  });

  it('states that the catalog is not available yet', async () => {
    const { user } = await openPopup();
    await user.type(field(), 'btc');
    expect(await screen.findByText(t('search.fetching'))).toBeInTheDocument();
  });

  it('explains why the catalog could not be fetched and links to the connection', async () => {
    await catalogStatus.setValue({ fetchedAt: 0, triedAt: 1, error: { code: 'unreachable' } });
    const { user, asked } = await openPopup();
    await user.type(field(), 'btc');
    expect(await screen.findByText('Can’t reach the price service.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: t('common.checkConnectionButton') }));
    expect(asked.openOptionsPage).toHaveBeenCalledOnce();
  });

  it('asks the price service only if the user wants that, and adds what it found', async () => {
    const questions: unknown[] = [];
    watchQuestions((id, question) => {
      questions.push(question);
      void storeAnswer(id, { ok: true, answer: { feeds: [NEWER], prices: {} } });
    });
    const { user } = await openSearch('newer');
    await user.click(screen.getByRole('button', { name: t('feed.assetType.crypto') }));
    const button = await screen.findByRole('button', { name: t('feedList.service.searchButton') });
    expect(questions).toEqual([]);
    await user.click(button);
    const found = await option(/NEWER\/USD/);
    expect(questions).toContainEqual({ kind: 'search', query: 'newer', assetType: 'crypto' });
    expect(button).toHaveFocus();
    expect(
      screen.getByRole('status', { name: t('feedList.service.searchButton') }),
    ).toHaveTextContent('1 price');
    await user.click(found);
    await waitFor(async () => expect(await watchlist.getValue()).toContain(NEWER.id));
    // Another search is not answered by what this one found.
    fireEvent.change(field(), { target: { value: 'newest' } });
    await screen.findByRole('heading', { name: /newest/ });
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('confirms the name of a feed on the watchlist where it is found', async () => {
    await feedNamings.setValue({ [BTC]: { isConfirmed: false, claim: null } });
    const { user } = await openSearch('btc');
    const found = await option(/Confirm BTC\/USD/);
    expect(found).toHaveTextContent('e62df6c8…');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(found).not.toHaveTextContent(/Confirm/));
    expect(await feedNamings.getValue()).toEqual({ [BTC]: { isConfirmed: true, claim: null } });
    expect(found).toHaveTextContent(t('search.onWatchlist'));
  });

  it('offers the asset types of the price service if the catalog could not be fetched', async () => {
    await catalogStatus.setValue({ fetchedAt: 0, triedAt: 1, error: { code: 'unreachable' } });
    const questions: unknown[] = [];
    watchQuestions((_id, question) => void questions.push(question));
    const { user } = await openPopup();
    await user.type(field(), 'eur');
    await user.click(await screen.findByRole('button', { name: t('feed.assetType.fx') }));
    await user.click(screen.getByRole('button', { name: t('feedList.service.searchButton') }));
    expect(questions).toEqual([{ kind: 'search', query: 'eur', assetType: 'fx' }]);
  });

  it('finds feeds once the catalog is available', async () => {
    const { user } = await openPopup();
    await user.type(field(), 'silver');
    await screen.findByText(t('search.fetching'));
    await catalog.setValue({ fetchedAt: 1, feeds: [SILVER] });
    await catalogStatus.setValue({ fetchedAt: 1, triedAt: 1, error: null });
    const list = await screen.findByRole('listbox', { name: 'Prices found' });
    expect(within(list).getAllByRole('option')).toHaveLength(1);
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { removeLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { lastKnownPrices, missingFeeds } from '@/lib/storage/values/prices.ts';
import { listView } from '@/lib/storage/values/view.ts';
import { badgeFeedId, watchlist } from '@/lib/storage/values/watchlist.ts';
import {
  ALWAYS_OPEN,
  BTC,
  chooseInRow,
  LISTED_SYMBOLS,
  ETH,
  exception,
  menuButton,
  EUR,
  openPopup,
  priceOf,
  row,
  storedPrice,
  symbols,
  tick,
} from './popup-page.tsx';

describe('first paint', () => {
  it('shows the default watchlist with exact prices in the first render', async () => {
    await tick({ [BTC]: storedPrice(), [EUR]: storedPrice({ price: '108421', expo: -5 }) });
    await openPopup();

    expect(symbols()).toEqual(LISTED_SYMBOLS);
    expect(priceOf('BTC/USD')).toHaveAttribute('value', '64312.45781203');
    expect(priceOf('EUR/USD')).toHaveAttribute('value', '1.08421');
    expect(row('BTC/USD')).toHaveTextContent('Bitcoin');
    expect(row('BTC/USD')).not.toHaveTextContent('±');
    expect(priceOf('BTC/USD')?.title).toBe('64312.45781203 ±12.50');
  });

  it('shows the confidence to users who want it', async () => {
    await listView.setValue({ ...listView.fallback, showsConfidence: true });
    await tick({ [BTC]: storedPrice() });
    await openPopup();
    expect(row('BTC/USD')).toHaveTextContent('±12.50');
  });

  it('falls back to the last known prices and shows their age', async () => {
    await lastKnownPrices.setValue({
      [BTC]: storedPrice({ price: '6000000000000' }, 7_300),
      [ETH]: storedPrice({ price: '1' }, 7_300),
    });
    await tick({ [ETH]: storedPrice({ price: '250000000000' }, 61), [EUR]: storedPrice() });
    const names = await followedFeeds.getValue();
    await followedFeeds.setValue({ ...names, [EUR]: { ...names[EUR], schedule: ALWAYS_OPEN } });
    await openPopup();

    expect(priceOf('BTC/USD')).toHaveAttribute('value', '60000.00000000');
    await waitFor(() => expect(row('BTC/USD')).toHaveTextContent('2 h'));
    expect(priceOf('ETH/USD')).toHaveAttribute('value', '2500.00000000');
    expect(row('ETH/USD')).toHaveTextContent('1 min');
  });

  it('dims the digits below a tenth of the confidence', async () => {
    await tick({ [BTC]: storedPrice({ conf: '1250000000' }) });
    await openPopup();
    expect(priceOf('BTC/USD')?.querySelector('i')).toHaveTextContent('2.46');
  });

  it('has a place for a price that is not known', async () => {
    await openPopup();
    expect(priceOf('BTC/USD')).toBeNull();
    expect(row('BTC/USD')).not.toHaveTextContent(t('row.noPrice'));
    expect(row('BTC/USD').querySelector('[data-part="no-price"]')).toBeInTheDocument();
  });

  it('shows no price for an unreadable value', async () => {
    await tick({ [BTC]: storedPrice({ expo: 100_000 }) });
    await openPopup();
    expect(priceOf('BTC/USD')).toBeNull();
  });
});

describe('prices', () => {
  it('update from storage', async () => {
    await tick({ [BTC]: storedPrice() });
    await openPopup();
    await tick({ [BTC]: storedPrice({ price: '6400000000000' }) });
    await waitFor(() => expect(priceOf('BTC/USD')).toHaveAttribute('value', '64000.00000000'));
  });

  it('leave their place when they are removed from storage', async () => {
    await tick({ [BTC]: storedPrice() });
    await openPopup();
    await removeLatestPrices([BTC]);
    await waitFor(() => expect(priceOf('BTC/USD')).toBeNull());
  });
});

describe('marks', () => {
  async function openWith(schedule: string, ageSeconds: number, change = {}): Promise<void> {
    await watchlist.setValue([BTC, ETH]);
    await followedFeeds.setValue({ [BTC]: { symbol: 'Equity.US.X/USD', schedule } });
    await tick({ [BTC]: storedPrice(change, ageSeconds), [ETH]: storedPrice() });
    await openPopup();
  }
  const kind = () => exception('X/USD')?.dataset['kind'];

  it('show a stale price in an open market', async () => {
    await openWith(ALWAYS_OPEN, 120);
    await waitFor(() => expect(kind()).toBe('stale'));
    expect(exception('X/USD')).toHaveTextContent('2 min old');
  });

  it('show when a closed market opens', async () => {
    const today = new Date();
    const closedToday = Array.from({ length: 7 }, (_, day) =>
      day === (today.getUTCDay() + 6) % 7 ? 'C' : 'O',
    );
    await openWith(`UTC;${closedToday.join(',')};`, 0);
    await waitFor(() => expect(exception('X/USD')).toHaveTextContent(/^Opens \w+/));
  });
});

describe('the badge feed', () => {
  it('is the first feed until another one is chosen', async () => {
    const { user } = await openPopup();
    const mark = (symbol: string) =>
      within(row(symbol)).queryByRole('img', { name: t('row.mark.onBadge') });
    expect(mark('BTC/USD')).toBeInTheDocument();
    await user.click(menuButton('BTC/USD'));
    const chosen = await screen.findByRole('menuitemcheckbox', { name: 'Show in the toolbar' });
    expect(chosen).toBeChecked();
    await user.keyboard('{Escape}');

    await chooseInRow(user, 'ETH/USD', 'Show in the toolbar');
    await waitFor(() => expect(mark('ETH/USD')).toBeInTheDocument());
    expect(mark('BTC/USD')).toBeNull();
    expect(await badgeFeedId.getValue()).toBe(ETH);
  });
});

describe('missing feeds', () => {
  it('are named and can be removed', async () => {
    await missingFeeds.setValue({ [ETH]: 'unknown' });
    await tick({ [ETH]: storedPrice() });
    const { user } = await openPopup();
    expect(row('ETH/USD')).toHaveTextContent(t('row.notOffered'));
    expect(exception('ETH/USD')).toHaveAttribute('title', t('detail.missing.unknown'));
    expect(priceOf('ETH/USD')).toBeNull();

    await chooseInRow(user, 'ETH/USD', t('row.menu.remove'));
    await waitFor(() => expect(symbols()).not.toContain('ETH/USD'));
  });

  it('that the access token does not cover have a mark and can be removed', async () => {
    await missingFeeds.setValue({ [ETH]: 'not-covered' });
    await tick({ [BTC]: storedPrice(), [ETH]: storedPrice() });
    const { user } = await openPopup();
    const refused = within(row('ETH/USD'));
    expect(exception('ETH/USD')).toHaveAttribute('title', t('history.notCovered'));
    expect(priceOf('ETH/USD')).toHaveAttribute('value', '64312.45781203');
    expect(row('ETH/USD')).toHaveAttribute('data-standing', 'refused');
    expect(exception('BTC/USD')).toBeNull();
    // The service offers this feed, so a replacement would not help.
    expect(refused.queryByRole('button', { name: 'Find replacement' })).toBeNull();

    await chooseInRow(user, 'ETH/USD', t('row.menu.remove'));
    await waitFor(() => expect(symbols()).not.toContain('ETH/USD'));
  });

  it('show their price again when they become available', async () => {
    await missingFeeds.setValue({ [ETH]: 'not-covered' });
    await tick({ [ETH]: storedPrice() });
    await openPopup();
    await missingFeeds.setValue({});
    await waitFor(() => expect(exception('ETH/USD')).toBeNull());
    expect(priceOf('ETH/USD')).toBeVisible();
  });

  it('keep their last price if only the data is missing', async () => {
    await missingFeeds.setValue({ [ETH]: 'no-data', [BTC]: 'no-data' });
    await tick({ [ETH]: storedPrice() });
    await openPopup();
    expect(priceOf('ETH/USD')).toHaveAttribute('value', '64312.45781203');
    expect(row('BTC/USD')).toHaveTextContent(t('row.noPrice'));
  });
});

describe('an empty watchlist', () => {
  it('offers the search', async () => {
    await watchlist.setValue([]);
    const { user } = await openPopup();
    expect(screen.queryByRole('list', { name: 'Watchlist' })).toBeNull();
    await user.click(
      within(screen.getByRole('main')).getByRole('button', { name: t('popup.addFeedButton') }),
    );
    expect(screen.getByRole('searchbox', { name: 'Search feeds' })).toHaveFocus();
  });
});

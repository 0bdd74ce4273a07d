import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { writePastPrice } from '@/lib/domain/history/past-price.ts';
import { referenceTime } from '@/lib/domain/history/time-grid.ts';
import { t } from '@/lib/base/locale/t.ts';
import { catalog } from '@/lib/storage/catalog-store.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { listView } from '@/lib/storage/values/view.ts';
import { references } from '@/lib/storage/values/history.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { signatures } from '@/lib/storage/values/settings.ts';
import { badgeFeedId, watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, catalogFeed, ETH, storedPrice, tick } from '../popup/popup-page.tsx';
import { chooseInMenu, openDetail, termText } from './detail-page.tsx';
import { proofOf } from '../../unit/proofs.ts';

const FULL = storedPrice({
  emaPrice: '6418002000000',
  emaConf: '1100000000',
  slot: 139_785_011,
  prevPublishTime: 1_700_000_000,
  proofAvailableTime: 1_700_000_001,
});

describe('the displayed price', () => {
  it('is rounded, dims the uncertain digits, and is exact on hover and in copies', async () => {
    await tick({ [BTC]: FULL });
    const { container } = await openDetail(BTC);
    const big = container.querySelector<HTMLDataElement>('[data-part="exact-price"]');
    expect(big).toHaveTextContent(/^64,312\.46$/);
    expect(big).toHaveAttribute('title', '64312.45781203');
    const copied = new DataTransfer();
    fireEvent.copy(big!, { clipboardData: copied });
    expect(copied.getData('text/plain')).toBe('64312.45781203');
    expect(big?.value).toBe('64312.45781203');
    expect(big?.querySelector('i')?.textContent).toBe('2.46');
    expect(container.querySelector('[data-view="feed"] [data-part="exception"]')).toBeNull();
    expect(termText(t('chart.confidence'))).toBe('±12.50');
    expect(termText(t('detail.publishTime'))).toMatch(/^now$|sec ago$/);
  });

  it('is accompanied by every other number and time of its update', async () => {
    await tick({ [BTC]: FULL });
    await openDetail(BTC);
    expect(termText(t('detail.emaPrice'))).toBe('64,180.02000000');
    expect(termText(t('detail.emaConfidence'))).toBe('11.00000000');
    expect(termText(t('detail.confidence'))).toBe('12.50000000 1.9 bp');
    expect(termText(t('detail.slot'))).toBe('139,785,011');
    const { textContent } = screen.getByText(t('detail.previousPublishTime')).nextElementSibling!;
    expect(textContent).toContain('2023');
  });

  it('states what the service did not send', async () => {
    await tick({ [BTC]: storedPrice() });
    await openDetail(BTC);
    for (const name of ['previousPublishTime', 'proofAvailableTime', 'slot'] as const) {
      expect(termText(t(`detail.${name}`))).toBe('Not provided');
    }
  });

  it('is grayed out and marked if proofs are required and it has none', async () => {
    await signatures.setValue('require');
    await tick({ [BTC]: storedPrice({ proof: proofOf('unchecked', BUILT_IN_SIGNERS_VERSION) }) });
    const { container } = await openDetail(BTC);
    expect(container.querySelector('[data-part="price-head"]')).toHaveAttribute(
      'data-tone',
      'gray',
    );
    expect(container.querySelector('[data-view="feed"] [data-part="exception"]')).toHaveTextContent(
      'Not verified',
    );
  });
});

describe('the price change', () => {
  const reference = (period: '1h' | '24h' | '7d', price: string) => ({
    [BTC]: writePastPrice({
      time: referenceTime(period, Math.floor(Date.now() / 1_000)),
      price,
      expo: -8,
      trust: BUILT_IN_SIGNERS_VERSION,
    }),
  });

  it('covers the selected period, as a percentage and as an amount', async () => {
    await references['24h'].setValue(reference('24h', '6000000000000'));
    await references['1h'].setValue(reference('1h', '6500000000000'));
    await tick({ [BTC]: FULL });
    const { container, user } = await openDetail(BTC);
    const change = container.querySelector('[data-part="period-change"]')!;
    await waitFor(() => expect(change).toHaveTextContent('+4,312.46 (+7.19%) Last 24 hours'));
    await user.click(screen.getByRole('button', { name: '1h' }));
    await waitFor(() =>
      expect(container.querySelector('[data-part="period-change"]')).toHaveTextContent(
        '−687.54 (−1.06%) Last hour',
      ),
    );
    await user.click(screen.getByRole('button', { name: '−687.54 (−1.06%)' }));
    await screen.findByRole('button', { name: '−687.54' });
    expect((await listView.getValue()).changeAs).toBe('amount');
  });

  it('is a dash with the reason if there is none', async () => {
    const time = referenceTime('24h', Math.floor(Date.now() / 1_000));
    await references['24h'].setValue({ [BTC]: writePastPrice({ time, gap: 'closed' }) });
    await tick({ [BTC]: FULL });
    const { container } = await openDetail(BTC);
    await waitFor(() =>
      expect(container.querySelector('[data-part="period-change"]')).toHaveTextContent(
        '– The market was closed at that time.',
      ),
    );
  });
});

describe('a feed', () => {
  const STRANGER = catalogFeed(7, {
    symbol: 'Crypto.ODD/USD',
    display_symbol: 'ODD/USD',
    description: 'ODDCOIN / US DOLLAR',
    schedule: 'Nowhere;what,ever',
    note: '<b>bold</b>\u202E',
  });

  it('is exported under its own name if it is not on the watchlist', async () => {
    await catalog.setValue({ fetchedAt: 1, feeds: [STRANGER] });
    const { user } = await openDetail(STRANGER.id);
    await screen.findByRole('heading', { level: 1, name: 'ODD/USD' });
    await chooseInMenu(user, 'ODD/USD', t('export.openButton'));
    expect(
      await screen.findByRole('dialog', { name: t('export.title', { symbol: 'ODD/USD' }) }),
    ).toBeInTheDocument();
  });

  it('shows what is known and can be added if it is not on the watchlist', async () => {
    await catalog.setValue({ fetchedAt: 1, feeds: [STRANGER] });
    const { user } = await openDetail(STRANGER.id);
    await screen.findByRole('heading', { level: 1, name: 'ODD/USD' });
    expect(screen.getByText('Add this price to your watchlist to see it.')).toBeVisible();
    expect(screen.queryByRole('region', { name: t('chart.history') })).toBeNull();
    expect(screen.queryByRole('button', { name: t('row.showOnBadgeButton') })).toBeNull();
    await user.click(screen.getByRole('button', { name: t('detail.addButton') }));
    await screen.findByText('Waiting for the first price…');
    expect(screen.getByRole('region', { name: t('chart.history') })).toBeVisible();
    expect(await watchlist.getValue()).toContain(STRANGER.id);
    expect((await followedFeeds.getValue())[STRANGER.id]).toEqual(STRANGER.attributes);
  });

  it('says why it has no chart once it is removed, and can be added there', async () => {
    await tick({ [BTC]: storedPrice({ publishTime: 1_700_000_000 }) });
    const { user } = await openDetail(BTC);
    const chart = await screen.findByRole('status', { name: t('chart.history') });
    await chooseInMenu(user, 'BTC/USD', t('row.menu.remove'));
    await waitFor(() => expect(chart).toHaveTextContent(t('chart.notWatched')));
    await user.click(within(chart).getByRole('button', { name: t('detail.addButton') }));
    await waitFor(() => expect(chart).toHaveTextContent(t('chart.collecting')));
    expect(await watchlist.getValue()).toContain(BTC);
  });

  it('has no chart if the access token does not cover it', async () => {
    await missingFeeds.setValue({ [BTC]: 'not-covered' });
    await openDetail(BTC);
    await screen.findByText(t('history.notCovered'));
    expect(screen.queryByRole('region', { name: t('chart.history') })).toBeNull();
  });

  it('shows all attributes as text, and unreadable hours as the service sent them', async () => {
    await catalog.setValue({ fetchedAt: 1, feeds: [STRANGER] });
    const { user } = await openDetail(STRANGER.id);
    await screen.findByRole('heading', { level: 1, name: 'ODD/USD' });
    await user.click(screen.getByText(t('detail.details')));
    expect(termText('note')).toBe('<b>bold</b>');
    expect(termText(t('attributes.feedId'))).toBe(STRANGER.id);
    expect(termText('schedule')).toBe('Nowhere;what,ever');
    expect(termText(t('marketHours.market'))).toBe('Hours unknown');
  });

  it('has its symbol and its feed ID copied', async () => {
    const { user } = await openDetail(BTC);
    await chooseInMenu(user, 'BTC/USD', t('detail.copySymbolButton'));
    expect(await navigator.clipboard.readText()).toBe('BTC/USD');
    await user.click(screen.getByText(t('detail.details')));
    await user.click(screen.getByRole('button', { name: t('attributes.copyFeedIdButton') }));
    expect(await navigator.clipboard.readText()).toBe(BTC);
  });

  it('leads to the form for a new alert', async () => {
    const { user } = await openDetail(BTC);
    await user.click(screen.getByRole('button', { name: t('alerts.addButton') }));
    expect(location.hash).toBe(`#alerts/new/${BTC}`);
  });

  it('can be removed and added back at its old position', async () => {
    await tick({ [BTC]: FULL });
    const { user } = await openDetail(ETH);
    const before = await watchlist.getValue();
    await chooseInMenu(user, 'ETH/USD', t('row.menu.remove'));
    await user.click(await screen.findByRole('button', { name: t('detail.addButton') }));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: t('detail.addButton') })).toBeNull(),
    );
    expect(await watchlist.getValue()).toEqual(before);
  });

  it('can be shown on the badge', async () => {
    const { user } = await openDetail(ETH);
    const pin = within(document.querySelector('[data-view="feed"] header')!).getByRole('button', {
      name: t('row.showOnBadgeButton'),
    });
    expect(pin).toHaveAttribute('aria-pressed', 'false');
    await user.click(pin);
    await waitFor(() => expect(pin).toHaveAttribute('aria-pressed', 'true'));
    expect(await badgeFeedId.getValue()).toBe(ETH);
  });

  it.each([
    ['unknown', 'Your price service doesn’t offer this price.'],
    ['no-data', 'The price service doesn’t have this price right now.'],
  ] as const)('explains why its price is missing (%s)', async (why, words) => {
    await missingFeeds.setValue({ [BTC]: why });
    await openDetail(BTC);
    expect(await screen.findByText(words)).toBeVisible();
  });

  it.each([
    ['without a price', false],
    ['with an old price', true],
  ])(
    'explains that the access token does not cover it and links to the settings, %s',
    async (...at) => {
      const [, hasPrice] = at;
      await missingFeeds.setValue({ [BTC]: 'not-covered' });
      if (hasPrice) await tick({ [BTC]: storedPrice() });
      const { user, asked } = await openDetail(BTC);
      const words = await screen.findByText(/doesn’t cover this price/, { selector: 'p' });
      expect(words).toBeVisible();
      expect(within(words).getByRole('img', { name: 'No access' })).toBeInTheDocument();
      await user.click(
        within(words).getByRole('button', { name: t('common.checkConnectionButton') }),
      );
      expect(asked.createTab).toHaveBeenCalledWith({
        url: expect.stringMatching(/\/options\.html#connection$/),
      });
    },
  );

  it('sets the title of its browser tab', async () => {
    await openDetail(BTC);
    expect(document.title).toBe('BTC/USD · Pricelight');
  });
});

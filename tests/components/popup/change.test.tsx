import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { changeStart } from '@/lib/domain/history/change-start.ts';
import { referenceTime } from '@/lib/domain/history/time-grid.ts';
import { writePastPrice, type Gap, type Verdict } from '@/lib/domain/history/past-price.ts';
import { t } from '@/lib/base/locale/t.ts';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { serviceProblemWords } from '@/lib/domain/connection/service-problem-words.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { historyPause, references } from '@/lib/storage/values/history.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { appearance } from '@/lib/storage/values/settings.ts';
import { listView } from '@/lib/storage/values/view.ts';
import type { ChangePeriod, RollingPeriod } from '@/lib/domain/history/periods.ts';
import { BTC, ETH, EUR, openPopup, proof, row, storedPrice, tick } from './popup-page.tsx';

/** Start of a period that ends now, in unix seconds. */
const timeOf = (period: RollingPeriod): number => referenceTime(period, Date.now() / 1_000);

/** A past price as stored. 64312.45781203 is 2.14% above 62965.01. */
const figure = (price = '6296501', period: RollingPeriod = '24h', isProven = true): string =>
  writePastPrice({
    time: timeOf(period),
    price,
    expo: -2,
    trust: isProven ? BUILT_IN_SIGNERS_VERSION : null,
  });

const gap = (reason: Gap): string => writePastPrice({ time: timeOf('24h'), gap: reason });

const change = (symbol: string): HTMLElement | null =>
  row(symbol).querySelector('[data-part="change"]');
const dash = (symbol: string): HTMLElement =>
  within(row(symbol)).getByRole('img', { name: (_, element) => element.textContent === '–' });

describe('the price change in a row', () => {
  it('is part of the first paint, with sign and color', async () => {
    await tick({ [BTC]: storedPrice(), [ETH]: storedPrice(), [EUR]: storedPrice() });
    await references['24h'].setValue({
      [BTC]: figure(),
      [ETH]: figure('6500000'),
      [EUR]: figure('6431246'),
    });
    await openPopup();
    expect(change('BTC/USD')).toHaveTextContent('+2.14% in 24 hours');
    expect(change('BTC/USD')).toHaveAttribute('data-way', 'up');
    expect(change('ETH/USD')).toHaveTextContent('−1.06% in 24 hours');
    expect(change('ETH/USD')).toHaveAttribute('data-way', 'down');
    expect(change('EUR/USD')).toHaveTextContent('0.00% in 24 hours');
    expect(change('EUR/USD')).toHaveAttribute('data-way', 'flat');
  });

  it('shows its starting price', async () => {
    await tick({ [BTC]: storedPrice() });
    await references['24h'].setValue({ [BTC]: figure() });
    await openPopup();
    await waitFor(() =>
      expect(change('BTC/USD')?.title).toMatch(/^\+2\.14% in 24 hours · From 62,965\.01 on .*\d/),
    );
  });

  it('updates with the price', async () => {
    await tick({ [BTC]: storedPrice() });
    await references['24h'].setValue({ [BTC]: figure() });
    await openPopup();
    await tick({ [BTC]: storedPrice({ price: '6000000000000' }) });
    await waitFor(() => expect(change('BTC/USD')).toHaveTextContent('−4.71%'));
  });

  it('fits in its cell no matter how large it is', async () => {
    await tick({ [BTC]: storedPrice(), [ETH]: storedPrice() });
    await references['24h'].setValue({ [BTC]: figure('100'), [ETH]: figure('700000') });
    await openPopup();
    expect(change('BTC/USD')).toHaveTextContent('>+999%');
    expect(change('BTC/USD')?.title).toMatch(/^\+6,431,146%/);
    expect(change('ETH/USD')).toHaveTextContent('+819%');
  });

  it('is an amount after a click, which does not open the row, and in percent after another', async () => {
    await tick({ [BTC]: storedPrice() });
    await references['24h'].setValue({ [BTC]: figure('6500000') });
    const { user } = await openPopup();
    const inRow = () => within(row('BTC/USD')).getByRole('button', { name: /in 24 hours$/ });
    await user.click(inRow());
    await waitFor(() => expect(inRow()).toHaveAccessibleName('−687.54 in 24 hours'));
    expect(inRow()).toHaveAttribute('data-way', 'down');
    expect(location.hash).toBe('');
    await user.click(screen.getByRole('button', { name: /^Price change/ }));
    expect(await screen.findByRole('menuitemradio', { name: 'Amount' })).toBeChecked();
    await user.click(screen.getByRole('menuitemradio', { name: '%' }));
    await waitFor(() => expect(inRow()).toHaveAccessibleName('−1.06% in 24 hours'));
  });

  it('has the same text if red means up', async () => {
    await appearance.setValue({ theme: 'system', palette: 'red-up' });
    await tick({ [BTC]: storedPrice() });
    await references['24h'].setValue({ [BTC]: figure() });
    await openPopup();
    expect(document.documentElement.dataset['palette']).toBe('red-up');
    expect(change('BTC/USD')).toHaveAttribute('data-way', 'up');
  });

  it.each<[Gap, RegExp]>([
    ['no-data', /no price for that time/],
    ['closed', /market was closed/],
    ['late', /no price for that time/],
    ['unknown', /no price for that time/],
  ])('is a dash with the reason if there is none: %s', async (reason, words) => {
    await tick({ [BTC]: storedPrice() });
    await references['24h'].setValue({ [BTC]: gap(reason) });
    await openPopup();
    expect(dash('BTC/USD')).toHaveTextContent('–');
    expect(dash('BTC/USD')).toHaveAccessibleName(words);
    expect(dash('BTC/USD').title).toMatch(words);
    expect(row('BTC/USD')).not.toHaveTextContent('%');
  });

  it('across a split says so, in place of a fall by 74%', async () => {
    await tick({ [BTC]: storedPrice() });
    const before = { time: timeOf('24h'), price: '25600000', expo: -2, trust: null };
    const texts = (is: Verdict['is']) => ({
      [BTC]: writePastPrice({ ...before, verdict: { is, by: '' } }),
    });
    await references['24h'].setValue(texts('kept'));
    await openPopup();
    expect(change('BTC/USD')).toHaveTextContent(/^−7\d\.\d%/);
    await references['24h'].setValue(texts('asked'));
    expect(await screen.findByText('–', { selector: '[data-part="change"]' })).toBeVisible();
    await references['24h'].setValue(texts('split'));
    await screen.findByText('Split? –');
    expect(change('BTC/USD')).toHaveAccessibleName(/differ from the signed price by more than 25%/);
    expect(row('BTC/USD')).not.toHaveTextContent('%');
  });

  it('is a dash until the past price is known, with the reason for a delay', async () => {
    await tick({ [BTC]: storedPrice() });
    await openPopup();
    expect(dash('BTC/USD')).toHaveAccessibleName(/isn’t loaded yet/);
    await historyPause.setValue({ until: 1, failures: 1, reason: { code: 'unreachable' } });
    await waitFor(() =>
      expect(dash('BTC/USD')).toHaveAccessibleName(
        expect.stringContaining(serviceProblemWords({ code: 'unreachable' })),
      ),
    );
  });

  it('is absent for a feed without a price and for one that is no longer offered', async () => {
    await tick({ [BTC]: storedPrice() });
    await missingFeeds.setValue({ [BTC]: 'unknown', [ETH]: 'no-data' });
    await references['24h'].setValue({ [BTC]: figure(), [ETH]: figure() });
    await openPopup();
    expect(change('BTC/USD')).toBeNull();
    expect(change('ETH/USD')).toBeNull();
  });
});

async function choosePeriod(
  user: Awaited<ReturnType<typeof openPopup>>['user'],
  period: ChangePeriod,
): Promise<void> {
  await user.click(screen.getByRole('button', { name: /^Price change/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: t(`period.${period}`) }));
}

describe('the change of the day', () => {
  const since = (period: 'close' | 'today', attributes?: Record<string, string>): string => {
    const nowSeconds = Date.now() / 1_000;
    const time = changeStart(period, attributes, { nowSeconds, publishTime: nowSeconds }) ?? 0;
    return writePastPrice({ time, price: '6296501', expo: -2, trust: null });
  };
  const show = (changePeriod: ChangePeriod) =>
    listView.update((view) => ({ ...view, changePeriod }));

  it('is that since the previous close, which the tooltip names with its time zone', async () => {
    await show('close');
    await tick({ [BTC]: storedPrice() });
    await references.close.setValue({ [BTC]: since('close', { asset_type: 'Crypto' }) });
    await openPopup();
    expect(change('BTC/USD')).toHaveTextContent('+2.14% since the previous close');
    await waitFor(() =>
      expect(change('BTC/USD')?.title).toMatch(
        / · From 62,965\.01 at the close on .*, 12:00 AM UTC$/,
      ),
    );
  });

  it('or that after hours, in words', async () => {
    // Closed at this time of every day.
    const at = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(11, 13);
    const hours = `${at}00-${at}30`;
    const attributes = {
      display_symbol: 'MSFT/USD',
      asset_type: 'Equity',
      schedule: `UTC;${Array.from({ length: 7 }, () => hours).join(',')};`,
    };
    await show('close');
    await followedFeeds.update((feeds) => ({ ...feeds, [ETH]: attributes }));
    await tick({ [ETH]: storedPrice({ proof: proof('verified') }) });
    await references.close.setValue({ [ETH]: since('close', attributes) });
    await openPopup();
    const shown = change('MSFT/USD');
    expect(shown).toHaveTextContent('After hours +2.14%');
    // The row says it beside the name already.
    expect(within(shown as HTMLElement).getByText('After hours')).toHaveClass('visually-hidden');
  });

  it('can be chosen in the menu', async () => {
    await tick({ [BTC]: storedPrice() });
    await references.today.setValue({ [BTC]: since('today') });
    const { user } = await openPopup();
    await choosePeriod(user, 'today');
    await waitFor(() => expect(change('BTC/USD')).toHaveTextContent('+2.14% today'));
    expect(screen.getByRole('button', { name: 'Price change: Today' })).toBeInTheDocument();
    await choosePeriod(user, 'close');
    await waitFor(() =>
      expect(dash('BTC/USD')).toHaveAccessibleName(/^Since the previous close: /),
    );
    expect(screen.getByRole('button', { name: 'Price change: Prev. close' })).toHaveAttribute(
      'title',
      t('period.close'),
    );
  });
});

describe('the period', () => {
  it('can be chosen with the pointer or the keyboard, and is stored', async () => {
    await tick({ [BTC]: storedPrice() });
    await references['24h'].setValue({ [BTC]: figure() });
    await references['1h'].setValue({ [BTC]: figure('6431246', '1h') });
    await references['7d'].setValue({ [BTC]: figure('3215623', '7d') });
    const { user } = await openPopup();
    const button = screen.getByRole('button', { name: 'Price change: 24h' });
    await user.click(button);
    expect(await screen.findByRole('menuitemradio', { name: t('period.24h') })).toBeChecked();
    await user.keyboard('{Escape}');
    expect(button).toHaveFocus();

    await choosePeriod(user, '7d');
    await waitFor(() => expect(change('BTC/USD')).toHaveTextContent('+100% in 7 days'));
    expect((await listView.getValue()).changePeriod).toBe('7d');

    await choosePeriod(user, '1h');
    await waitFor(() => expect(change('BTC/USD')).toHaveTextContent('0.00% in 1 hour'));
  });

  it('does not change other view settings', async () => {
    await listView.update((view) => ({ ...view, sort: 'name', density: 'compact' }));
    const { user } = await openPopup();
    await choosePeriod(user, '1h');
    await waitFor(async () => expect((await listView.getValue()).changePeriod).toBe('1h'));
    expect(await listView.getValue()).toMatchObject({ sort: 'name', density: 'compact' });
  });
});

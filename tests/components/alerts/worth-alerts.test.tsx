import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toSubjectId } from '@/lib/domain/holdings/subject.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import { writePastPrice } from '@/lib/domain/history/past-price.ts';
import { references } from '@/lib/storage/values/history.ts';
import { candleStore } from '@/lib/storage/candles/candle-store.ts';
import { rehearsedFeeds } from '@/lib/storage/values/candles.ts';
import { alertRules, firings } from '@/lib/storage/values/alerts.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { currencyFeeds, displayCurrency } from '@/lib/storage/values/currency.ts';
import { amountsHidden, holdings } from '@/lib/storage/values/holdings.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { ALWAYS_CLOSED, ALWAYS_OPEN, BTC, EUR, storedPrice, tick } from '../popup/popup-page.tsx';
import {
  alertItem,
  chooseIn,
  chooseVerb,
  makeAlert,
  makeFiring,
  openAt,
  openSentence,
  sentence,
  storeState,
} from './alerts-page.tsx';

const TOTAL = toSubjectId({ kind: 'total', currency: 'EUR', groupId: null });
const IN_DOLLARS = toSubjectId({ kind: 'total', currency: 'USD', groupId: null });
const IN_EUROS = toSubjectId({ kind: 'price', currency: 'EUR', feedId: BTC });
const COIN = { display_symbol: 'BTC/USD', asset_type: 'Crypto', quote_currency: 'USD' };
const RATE = {
  display_symbol: 'EUR/USD',
  asset_type: 'FX',
  base: 'EUR',
  quote_currency: 'USD',
  schedule: ALWAYS_OPEN,
};
/** 64,000 dollars, and 1.25 dollars for a euro. */
const BITCOIN = storedPrice({ price: '64000', conf: '0', expo: 0 });
const EURO = storedPrice({ price: '125', conf: '0', expo: -2 });

beforeEach(async () => {
  await followedFeeds.setValue({ [BTC]: { ...COIN, schedule: ALWAYS_OPEN }, [EUR]: RATE });
  await currencyFeeds.setValue({ EUR: { id: EUR, isInverse: false } });
  await holdings.setValue({ [BTC]: { quantity: '0.5', cost: null } });
  await tick({ [BTC]: BITCOIN, [EUR]: EURO });
});

const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));
const chooseSubject = (user: UserEvent, item: string) =>
  chooseIn(user, t('alertForm.subjectLabel'), item);

describe('the sentence', () => {
  it('is about the total, with a round level above it', async () => {
    const user = await openSentence(`#alerts/new/${TOTAL}`);
    expect(await screen.findByText('25,600 EUR')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: t('alertForm.levelLabel') })).toHaveFocus();
    expect(sentence()).toBe('Alert me when my total rises above 26,000EUR');
    expect(await screen.findByText(t('rehearsal.tooFew'))).toBeVisible();
    await press(user, t('alerts.addButton'));
    await waitFor(async () =>
      expect(await alertRules.getValue()).toMatchObject([
        { feedId: TOTAL, trigger: { kind: 'crosses', direction: 'above', level: '26000' } },
      ]),
    );
  });

  it('is about the price as its row shows it, unless the user chooses another', async () => {
    await displayCurrency.setValue('EUR');
    const user = await openSentence(`#alerts/new/${BTC}`);
    await waitFor(() =>
      expect(sentence()).toBe('Alert me when BTC/USD in EUR rises above 52,000EUR'),
    );
    expect(
      screen.getByText('1.56% above the price now · calculated from BTC/USD and EUR/USD'),
    ).toBeVisible();
    await chooseSubject(user, 'BTC/USD');
    expect(sentence()).toBe('Alert me when BTC/USD rises above 64,500');
    expect(screen.getByText('0.78% above the price now')).toBeVisible();
    await chooseSubject(user, 'Value of BTC/USD in EUR');
    expect(sentence()).toBe('Alert me when Value of BTC/USD in EUR rises above 26,000EUR');
    await chooseSubject(user, 'BTC/USD in EUR');
    await press(user, t('alerts.addButton'));
    await waitFor(async () =>
      expect(await alertRules.getValue()).toMatchObject([{ feedId: IN_EUROS }]),
    );
  });

  it('changes from a price to the total and back, with its verb and options', async () => {
    const user = await openSentence(`#alerts/new/${BTC}?level=70000`);
    await chooseVerb(user, 'below');
    await chooseIn(user, t('alertForm.repeatLabel'), t('alertForm.everyTime'));
    await chooseSubject(user, t('alertForm.myTotal'));
    expect(await screen.findByRole('heading', { name: 'Total value in USD' })).toBeVisible();
    expect(sentence()).toBe('Alert me when my total falls below 31,500USD');
    expect(screen.getByText('1.56% below the value now')).toBeVisible();
    await press(user, t('alerts.addButton'));
    await waitFor(async () =>
      expect(await alertRules.getValue()).toMatchObject([
        { feedId: IN_DOLLARS, repeat: { mode: 'repeating' }, trigger: { level: '31500' } },
      ]),
    );
  });

  it('of an alert that is edited can become about the total', async () => {
    await alertRules.setValue([makeAlert('a', { note: 'Sell' })]);
    const user = await openSentence('#alerts/edit/a');
    await chooseSubject(user, t('alertForm.myTotal'));
    expect(sentence()).toBe('Alert me when my total rises above 32,500USD');
    await chooseSubject(user, 'BTC/USD');
    expect(sentence()).toBe('Alert me when BTC/USD rises above 65,000');
    await chooseSubject(user, t('alertForm.myTotal'));
    await press(user, t('common.saveButton'));
    await waitFor(async () =>
      expect(await alertRules.getValue()).toMatchObject([
        { id: 'a', feedId: IN_DOLLARS, note: 'Sell', trigger: { level: '32500' } },
      ]),
    );
  });

  it('has no choice for a feed without holdings and another currency', async () => {
    await holdings.setValue({});
    await openSentence(`#alerts/new/${BTC}`);
    expect(screen.queryByRole('button', { name: /^Watch: / })).toBeNull();
    expect(sentence()).toBe('Alert me when BTC/USD rises above 64,500');
  });

  it('keeps a level that was picked on the chart, which is of the price as quoted', async () => {
    await displayCurrency.setValue('EUR');
    await openSentence(`#alerts/new/${BTC}?level=70000`);
    expect(sentence()).toBe('Alert me when BTC/USD rises above 70,000');
  });
});

/** 31 days in hours: 64,000 dollars, on every fifth day once 70,000; 1.25 dollars for a euro. */
function storeCandles(): void {
  const [now, hours] = [Math.floor(Date.now() / 1_000), 31 * 24];
  const service = { mark: 'm', storedAt: 0, resolutions: ['60'], symbols: null, longest: {} };
  vi.spyOn(candleStore, 'readService').mockResolvedValue(service);
  vi.spyOn(candleStore, 'read').mockImplementation(async (id) => {
    const candles = Array.from({ length: hours }, (_, index) => {
      const coin = index % 120 === 100 ? 7_000_000n : 6_400_000n;
      const price = id === BTC ? coin : 125n;
      const start = now - (hours - index) * 3_600;
      return { start, open: price, high: price, low: price, close: price, isFinal: true };
    });
    return { expo: -2, candles, from: 0, to: now, storedAt: now * 1_000 };
  });
}

describe('the chart and the rehearsal', () => {
  const level = (words: string) => screen.findByRole('slider', { name: `Alert: ${words}` });

  it('are those of the total', async () => {
    storeCandles();
    const user = await openSentence(`#alerts/new/${TOTAL}`);
    expect(await level('Rises above 26,000 EUR')).toHaveAttribute(
      'aria-valuetext',
      '26,000, 1.56% above the price',
    );
    expect(await rehearsedFeeds.getValue()).toEqual([BTC, EUR].toSorted());
    expect(await screen.findByText(/the first of 6 times in the last 30 days/)).toBeVisible();
    expect(document.querySelectorAll('[data-part="mark"]')).toHaveLength(6);
    await user.type(screen.getByRole('slider', { name: /Alert: / }), '{ArrowUp}');
    expect(sentence()).toBe('Alert me when my total rises above 26,010EUR');
  });

  it('follow the currency that the sentence names', async () => {
    storeCandles();
    await displayCurrency.setValue('EUR');
    const user = await openSentence(`#alerts/new/${BTC}`);
    expect(await level('Rises above 52,000 EUR')).toBeVisible();
    expect(await screen.findByText(/the first of 6 times in the last 30 days/)).toBeVisible();
    await chooseSubject(user, 'BTC/USD');
    expect(await level('Rises above 64,500')).toBeVisible();
  });

  it('show no amount while amounts are hidden', async () => {
    storeCandles();
    await amountsHidden.setValue(true);
    const user = await openSentence(`#alerts/new/${TOTAL}`);
    expect(await screen.findByText(t('holdings.nowHidden'))).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: t('alertForm.levelLabel') }), '26000');
    expect(screen.getAllByText(t('holdings.nowHidden'))).toHaveLength(2);
    expect(document.querySelector('[data-part="chart"]')).toBeNull();
  });
});

describe('the header', () => {
  const change = () => document.querySelector('[data-part="subject-change"]');

  it('has the change of what the sentence is about', async () => {
    const time = Math.floor(Date.now() / 1_000) - 86_400;
    const past = (price: string, expo: number) =>
      writePastPrice({ time, price, expo, trust: null });
    await references['24h'].setValue({ [BTC]: past('80000', 0), [EUR]: past('100', -2) });
    await displayCurrency.setValue('EUR');
    const user = await openSentence(`#alerts/new/${BTC}`);
    await waitFor(() => expect(change()).toHaveTextContent(/^[-−]36\.0%$/));
    await chooseSubject(user, 'BTC/USD');
    expect(change()).toHaveTextContent(/^[-−]20\.0%$/);
    await chooseSubject(user, t('alertForm.myTotal'));
    expect(sentence()).toMatch(/my total/);
    expect(change()).toHaveTextContent(/^[-−]36/);
  });

  it('keeps its buttons beside the list, where nothing leads back', async () => {
    const wide = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
    vi.spyOn(globalThis, 'matchMedia').mockReturnValue(wide as unknown as MediaQueryList);
    await openSentence(`#alerts/new/${BTC}`);
    const header = document.querySelector<HTMLElement>('[data-view="feed"] header')!;
    const names = within(header)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual([
      t('row.showOnBadgeButton'),
      t('export.openButton'),
      t('row.menuLabel', { name: 'BTC/USD' }),
    ]);
  });
});

describe('the list', () => {
  const rule = makeAlert('a', {
    feedId: TOTAL,
    trigger: { kind: 'crosses', direction: 'above', level: '30000' },
  });

  it('says how far the total is from the level, in its currency', async () => {
    await alertRules.setValue([rule]);
    await storeState(rule, { tracker: { kind: 'crossing', seen: 'below', needsReset: false } });
    await openAt('#alerts');
    expect(await screen.findByRole('link', { name: 'Total value in EUR' })).toBeInTheDocument();
    const item = alertItem('Rises above 30,000 EUR');
    await waitFor(() => expect(item).toHaveTextContent('17.19%to go'));
    expect(screen.getByTitle('4,400.00 EUR')).toBeInTheDocument();
  });

  it('names the rate that is missing or stale, although its service calls the market closed', async () => {
    await alertRules.setValue([rule]);
    await storeState(rule, {});
    await tick({ [EUR]: storedPrice({ price: '125', conf: '0', expo: -2 }, 3 * 3_600 + 60) });
    await openAt('#alerts');
    const item = alertItem('Rises above 30,000 EUR');
    await followedFeeds.setValue({
      [BTC]: { ...COIN, schedule: ALWAYS_OPEN },
      [EUR]: { ...RATE, schedule: ALWAYS_CLOSED },
    });
    await waitFor(() => expect(item).toHaveTextContent('EUR/USD: 3 hr old'));
    await currencyFeeds.setValue({ EUR: null });
    await waitFor(() => expect(item).toHaveTextContent(t('holdings.noRoute', { currency: 'EUR' })));
  });

  it('names a rate that the service no longer offers, as a late one', async () => {
    await alertRules.setValue([rule]);
    await storeState(rule, {});
    await missingFeeds.setValue({ [EUR]: 'unknown' });
    await openAt('#alerts');
    const item = alertItem('Rises above 30,000 EUR');
    await waitFor(() => expect(item).toHaveTextContent(labelled('EUR/USD', t('row.notOffered'))));
  });

  it('is paused with a reason if nothing is held, or its group is gone', async () => {
    const group = makeAlert('b', { ...rule, id: 'b', feedId: 'total.EUR.g' });
    await groups.setValue([{ id: 'g', name: 'Long term', feedIds: [EUR] }]);
    await alertRules.setValue([group]);
    await openAt('#alerts');
    expect(await screen.findByText('Total value of Long term in EUR')).toBeInTheDocument();
    const item = alertItem('Rises above 30,000 EUR');
    await waitFor(() => expect(item).toHaveTextContent(t('alertState.noHoldings')));
    await groups.setValue([]);
    await waitFor(() => expect(item).toHaveTextContent(t('alertState.noGroup')));
  });

  it('hides amounts, but no percentages', async () => {
    await amountsHidden.setValue(true);
    await alertRules.setValue([rule]);
    await storeState(rule, { tracker: { kind: 'crossing', seen: 'below', needsReset: false } });
    const what = { kind: 'crosses', direction: 'above', level: '30000' } as const;
    await firings.setValue([makeFiring('f', { feedId: TOTAL, what })]);
    const { container } = await openAt('#alerts');
    const item = await screen.findByRole('listitem', { name: 'Rises above ••••••' });
    await waitFor(() => expect(item).toHaveTextContent('17.19%to go'));
    expect(container.innerHTML).not.toMatch(/30,000|25,600|4,400|65,012/);
  });
});

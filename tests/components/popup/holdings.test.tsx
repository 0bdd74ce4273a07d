import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import '@/components/shared/hooks/conversion.ts';
import '@/components/holdings/holdings-view.tsx';
import '@/components/holdings/row-value.tsx';
import '@/components/holdings/total-line.tsx';
import '@/components/popup/list/value-order.tsx';
import { writePastPrice } from '@/lib/domain/history/past-price.ts';
import { referenceTime } from '@/lib/domain/history/time-grid.ts';
import { t } from '@/lib/base/locale/t.ts';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { currencyFeeds, displayCurrency } from '@/lib/storage/values/currency.ts';
import { references } from '@/lib/storage/values/history.ts';
import { amountsHidden, holdings, valuesShown } from '@/lib/storage/values/holdings.ts';
import { failedChecks, lastAskedAt, missingFeeds } from '@/lib/storage/values/prices.ts';
import { signatures } from '@/lib/storage/values/settings.ts';
import { groups, listView, singleKeys } from '@/lib/storage/values/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH, EUR, openPopup, proof, row, storedPrice, symbols, tick } from './popup-page.tsx';

const BTC_PRICE = storedPrice({
  price: '6000000',
  conf: '600',
  expo: -2,
  proof: proof('verified'),
});
const ETH_PRICE = storedPrice({ price: '300000', conf: '0', expo: -2, proof: proof('verified') });

beforeEach(async () => {
  location.hash = '';
  await watchlist.setValue([BTC, ETH, EUR]);
  await holdings.setValue({
    [BTC]: { quantity: '0.5', cost: { perUnit: '50000', currency: 'USD' } },
    [ETH]: { quantity: '-2', cost: { perUnit: '1000', currency: 'USD' } },
  });
  await tick({ [BTC]: BTC_PRICE, [ETH]: ETH_PRICE });
});

function total(): HTMLElement {
  const found = document.querySelector<HTMLElement>('a[data-part="holdings-total"]');
  if (!found) throw new Error('There is no line with the total.');
  return found;
}

const hint = (): string | undefined => total().querySelector<HTMLElement>('span[title]')?.title;

function value(symbol: string): HTMLElement | null {
  return row(symbol).querySelector('[data-part="value"]');
}

async function openView(): Promise<HTMLElement> {
  await openPopup();
  location.hash = '#holdings';
  return screen.findByRole('list', { name: t('holdings.title') });
}

const rows = (list: HTMLElement): (string | null)[] =>
  within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

const summary = (): HTMLElement => screen.getByRole('region', { name: t('holdings.total') });

describe('without holdings', () => {
  it('nothing is new', async () => {
    await holdings.setValue({});
    const { user } = await openPopup();
    expect(document.querySelector('[data-part="holdings-total"]')).toBeNull();
    await user.click(screen.getByRole('button', { name: t('popup.viewButton') }));
    const menu = await screen.findByRole('menu');
    expect(menu).not.toHaveTextContent(t('popup.view.showValues'));
    expect(menu).not.toHaveTextContent(t('popup.view.value'));
    await user.keyboard('{Escape}h?');
    expect(await amountsHidden.getValue()).toBe(false);
    expect(await screen.findByRole('dialog')).not.toHaveTextContent(t('holdings.hideButton'));
  });

  it('a stored order by value is the user’s own, and is not lost', async () => {
    await holdings.setValue({});
    await listView.setValue({ ...listView.fallback, sort: 'value' });
    await openPopup();
    expect(symbols()).toEqual(['BTC/USD', 'ETH/USD', 'EUR/USD']);
    expect((await listView.getValue()).sort).toBe('value');
  });
});

describe('the total', () => {
  it('is that of the shown tab, in dollars unless a currency is chosen', async () => {
    await groups.setValue([{ id: 'g', name: 'Mine', feedIds: [BTC] }]);
    await openPopup();
    // 30,000 ± 3 owned and 6,000 owed.
    await waitFor(() => expect(total()).toHaveTextContent(/Total 24,000\.0 USD/));
    await listView.update((view) => ({ ...view, groupId: 'g' }));
    await waitFor(() => expect(total()).toHaveTextContent('30,000.0 USD'));
  });

  it('is in the display currency, and follows prices and rates', async () => {
    await displayCurrency.setValue('EUR');
    await currencyFeeds.setValue({ EUR: { id: EUR, isInverse: false } });
    await tick({ [EUR]: storedPrice({ price: '125', conf: '0', expo: -2 }) });
    await openPopup();
    await waitFor(() => expect(total()).toHaveTextContent('19,200.0 EUR'));
    await tick({ [EUR]: storedPrice({ price: '120', conf: '0', expo: -2 }) });
    await waitFor(() => expect(total()).toHaveTextContent('20,000.0 EUR'));
    await tick({ [ETH]: storedPrice({ price: '360000', conf: '0', expo: -2 }) });
    await waitFor(() => expect(total()).toHaveTextContent('19,000.0 EUR'));
  });

  it('has a change over the chosen period', async () => {
    const time = referenceTime('24h', Date.now() / 1_000);
    const past = { time, expo: -2, trust: BUILT_IN_SIGNERS_VERSION };
    await references['24h'].setValue({
      [BTC]: writePastPrice({ ...past, price: '5200000' }),
      [ETH]: writePastPrice({ ...past, price: '300000' }),
    });
    await openPopup();
    await waitFor(() => expect(total()).toHaveTextContent('+20.00%'));
    expect(hint()).toContain(t('row.change.24h', { change: '+4,000.0 (+20.00%)' }));
  });

  it('names what it leaves out', async () => {
    await holdings.update((held) => ({ ...held, [EUR]: { quantity: '5', cost: null } }));
    await openPopup();
    const words = t('holdings.without', { names: 'EUR' });
    expect(await within(total()).findByRole('img', { name: words })).toBeVisible();
    expect(hint()).toContain(words);
  });
});

describe('in the order of groups', () => {
  const headings = (): (string | null)[] =>
    [...document.querySelectorAll('[data-part="group-heading"]')].map((each) => each.textContent);

  it('headings say what is owned there, and hide it like every amount', async () => {
    await groups.setValue([
      { id: 'g', name: 'Mine', feedIds: [ETH] },
      { id: 'h', name: 'Also', feedIds: [ETH, BTC] },
    ]);
    await listView.setValue({ ...listView.fallback, sort: 'group' });
    await openPopup();
    expect(symbols()).toEqual(['ETH/USD', 'BTC/USD', 'EUR/USD']);
    const other = t('feed.assetType.other');
    await waitFor(() =>
      expect(headings()).toEqual(['Mine−6,000.00 USD ', 'Also30,000.0 USD ', other]),
    );
    await amountsHidden.setValue(true);
    await waitFor(() => expect(headings().join()).not.toMatch(/\d/));
    await listView.update((view) => ({ ...view, groupId: 'g' }));
    await waitFor(() => expect(headings()).toEqual([]));
  });
});

describe('the page of the holdings', () => {
  it('lists each with its figures, the most valuable first, and the shares', async () => {
    const list = await openView();
    await waitFor(() =>
      expect(rows(list)).toEqual([
        'BTC/USD0.5 × 60,000.0030,000.0Gain +5,000 (+20.0%)',
        'ETH/USD−2 × 3,000.00−6,000.00Gain −4,000 (−200.0%)',
      ]),
    );
    const shares = screen.getByRole('list', { name: t('holdings.share') });
    expect(rows(shares)).toEqual(['BTC 83%', 'ETH −17%']);
    expect(document.title).toContain(t('holdings.title'));
  });

  it('keeps its order until the holdings change', async () => {
    const list = await openView();
    await tick({ [ETH]: storedPrice({ price: '-3000000', conf: '0', expo: -2 }) });
    await waitFor(() => expect(rows(list)[1]).toContain('60,000.00'));
    await holdings.update((held) => ({ ...held, [ETH]: { quantity: '-3', cost: null } }));
    await waitFor(() => expect(rows(list)[0]).toContain('ETH/USD'));
  });

  it('asks for a cost that is not known', async () => {
    await holdings.setValue({ [BTC]: { quantity: '1', cost: null } });
    const { user } = await openPopup();
    location.hash = '#holdings';
    await user.click(await screen.findByRole('button', { name: 'BTC/USD: Add cost' }));
    const name = t('holding.title', { name: 'BTC/USD' });
    expect(await screen.findByRole('dialog', { name })).toBeVisible();
  });

  it('says that an old price is old, and counts it', async () => {
    await lastAskedAt.setValue(Date.now());
    await tick({ [BTC]: { ...BTC_PRICE, publishTime: BTC_PRICE.publishTime - 900 } });
    const list = await openView();
    await waitFor(() => expect(rows(list)[0]).toMatch(/15 min old.*30,000/));
    expect(summary()).toHaveTextContent(t('holdings.old', { count: 1, age: '15 min' }));
    expect(summary()).toHaveTextContent('24,000.0 USD');
  });

  it.each<[string, () => Promise<unknown>, string]>([
    [
      'fails verification',
      () =>
        failedChecks.setValue({
          [BTC]: {
            reason: { code: 'not-in-root' },
            at: Date.now(),
            trust: BUILT_IN_SIGNERS_VERSION,
          },
        }),
      t('proof.state.failed'),
    ],
    [
      'is not verified as it must be',
      async () => {
        await signatures.setValue('require');
        await tick({ [BTC]: { ...BTC_PRICE, proof: undefined } });
      },
      t('proof.state.unchecked'),
    ],
    [
      'is no longer offered',
      () => missingFeeds.setValue({ [BTC]: 'unknown' }),
      t('row.notOffered'),
    ],
  ])('does not count a price that %s, and says so', async (_, spoil, words) => {
    await spoil();
    const list = await openView();
    const line = (text: string | null) => text?.startsWith('BTC/USD') && text.includes(words);
    await waitFor(() => expect(rows(list).find(line)).toContain(t('holdings.notCounted')));
    expect(summary()).toHaveTextContent('−6,000');
    expect(summary()).toHaveTextContent(t('holdings.without', { names: 'BTC' }));
  });

  it('a quantity that is cleared in the list takes its cost along, and undo restores both', async () => {
    const before = await holdings.getValue();
    const { user } = await openPopup();
    location.hash = '#holdings';
    await user.click(await screen.findByRole('button', { name: t('holding.addButton') }));
    await user.clear(
      screen.getByRole('textbox', { name: t('holding.title', { name: 'BTC/USD' }) }),
    );
    await waitFor(async () => expect(Object.keys(await holdings.getValue())).toEqual([ETH]));
    await user.click(await screen.findByRole('button', { name: t('common.undoButton') }));
    await waitFor(async () => expect(await holdings.getValue()).toEqual(before));
  });

  it('without holdings, takes quantities in the list, and shows them when done', async () => {
    await holdings.setValue({});
    const { user } = await openPopup();
    location.hash = '#holdings';
    await screen.findByRole('heading', { name: t('holdings.question') });
    const field = screen.getByRole('textbox', { name: t('holding.title', { name: 'BTC/USD' }) });
    await user.type(field, '0.x');
    await user.tab();
    expect(field).toBeInvalid();
    await user.clear(field);
    await user.type(field, '0.25');
    const line = field.closest('li')!;
    await waitFor(() => expect(line).toHaveTextContent('15,000.0'));
    await waitFor(async () =>
      expect(await holdings.getValue()).toEqual({ [BTC]: { quantity: '0.25', cost: null } }),
    );
    await user.keyboard('{Enter}');
    await screen.findByRole('list', { name: t('holdings.title') });
    await user.click(screen.getByRole('button', { name: t('holding.addButton') }));
    await user.clear(await screen.findByDisplayValue('0.25'));
    await waitFor(async () => expect(await holdings.getValue()).toEqual({}));
  });
});

describe('rows', () => {
  it('show values if the user chooses it, and their descriptions otherwise', async () => {
    const { user } = await openPopup();
    expect(value('BTC/USD')).toBeNull();
    await user.click(screen.getByRole('button', { name: t('popup.viewButton') }));
    await user.click(
      await screen.findByRole('menuitemcheckbox', { name: t('popup.view.showValues') }),
    );
    await waitFor(() => expect(value('BTC/USD')).toHaveTextContent('30,000.0 USD+20.00%'));
    expect(value('BTC/USD')?.title).toBe(
      t('common.labelled', { what: t('popup.view.gain'), value: '+5,000.0 (+20.00%)' }),
    );
    expect(value('EUR/USD')).toBeNull();
    expect(await valuesShown.getValue()).toBe(true);
  });

  it('are sorted by value', async () => {
    await watchlist.setValue([EUR, ETH, BTC]);
    const { user } = await openPopup();
    await user.click(screen.getByRole('button', { name: t('popup.viewButton') }));
    await user.click(await screen.findByRole('menuitemradio', { name: t('popup.view.value') }));
    await waitFor(() => expect(symbols()).toEqual(['BTC/USD', 'ETH/USD', 'EUR/USD']));
  });
});

describe('hidden amounts', () => {
  it('are dots, percentages and prices stay, and it is announced and remembered', async () => {
    await valuesShown.setValue(true);
    const { user } = await openPopup();
    await waitFor(() => expect(value('BTC/USD')).toHaveTextContent('30,000'));
    await user.keyboard('h');
    await waitFor(() => expect(value('BTC/USD')).toHaveTextContent('••••••hidden USD+20.00%'));
    expect(value('BTC/USD')?.title).toBe(
      t('common.labelled', { what: t('popup.view.gain'), value: '+20.00%' }),
    );
    expect(total()).toHaveTextContent('••••••hidden USD');
    expect(document.body).not.toHaveTextContent('24,000');
    expect(screen.getByText(t('holdings.nowHidden')).closest('[aria-live]')).not.toBeNull();
    expect(await amountsHidden.getValue()).toBe(true);
    await user.keyboard('h');
    await waitFor(() => expect(total()).toHaveTextContent('24,000'));
  });

  it('are dots on the page, too', async () => {
    await amountsHidden.setValue(true);
    const list = await openView();
    await waitFor(() => expect(list).toHaveTextContent('+20.00%'));
    expect(screen.getByRole('list', { name: t('holdings.share') })).toHaveTextContent('83%');
    for (const amount of ['0.5', '30,000', '5,000', '24,000']) {
      expect(document.querySelector('main:last-of-type')).not.toHaveTextContent(amount);
    }
    await userEvent.click(screen.getByRole('button', { name: t('holdings.showButton') }));
    await waitFor(() => expect(list).toHaveTextContent('30,000'));
  });

  it('are not toggled by the key while single keys are off', async () => {
    await singleKeys.setValue(false);
    const { user } = await openPopup();
    await user.keyboard('h');
    expect(await amountsHidden.getValue()).toBe(false);
  });
});

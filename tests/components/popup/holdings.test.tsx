import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import '@/components/shared/hooks/conversion.ts';
import '@/components/holdings/holdings-view.tsx';
import '@/components/holdings/row-value.tsx';
import '@/components/holdings/total-line.tsx';
import '@/components/popup/list/value-order.tsx';
import { writePastPrice } from '@/lib/domain/history/past-price.ts';
import { referenceTime } from '@/lib/domain/history/time-grid.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { currencyFeeds, displayCurrency } from '@/lib/storage/values/currency.ts';
import { references } from '@/lib/storage/values/history.ts';
import { amountsHidden, holdings, valuesShown } from '@/lib/storage/values/holdings.ts';
import { groups, listView, singleKeys } from '@/lib/storage/values/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import {
  ALWAYS_CLOSED,
  BTC,
  ETH,
  EUR,
  openPopup,
  proof,
  row,
  storedPrice,
  symbols,
  tick,
} from './popup-page.tsx';

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

function value(symbol: string): HTMLElement | null {
  return row(symbol).querySelector('[data-part="value"]');
}

async function openView(): Promise<HTMLElement> {
  await openPopup();
  location.hash = '#holdings';
  return screen.findByRole('table', { name: t('holdings.title') });
}

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
    await waitFor(() => expect(total()).toHaveTextContent(/Total 24,000\.0 USD ±3\.00/));
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
    expect(total().title).toContain(t('row.change.24h', { change: '+4,000.0 USD' }));
  });

  it('says what part of it is closed, not verified or missing', async () => {
    await followedFeeds.update((known) => ({
      ...known,
      [ETH]: { ...known[ETH], schedule: ALWAYS_CLOSED },
    }));
    await holdings.update((held) => ({ ...held, [EUR]: { quantity: '5', cost: null } }));
    const before = { publishTime: ETH_PRICE.publishTime - 3_600 };
    await tick({ [BTC]: { ...BTC_PRICE, proof: undefined }, [ETH]: { ...ETH_PRICE, ...before } });
    await openPopup();
    const mark = (name: string) => within(total()).findByRole('img', { name });
    await mark(labelled(t('holdings.ofTotal', { percent: '16.7%' }), t('tooltip.note.closed')));
    await mark(
      labelled(t('holdings.ofTotal', { percent: '83.3%' }), t('tooltip.note.notVerified')),
    );
    await mark(t('holdings.uncounted', { count: 1 }));
    expect(total().title).toContain(t('holdings.uncounted', { count: 1 }));
  });
});

describe('the view of the holdings', () => {
  it('lists each with its figures, the most valuable first', async () => {
    const table = await openView();
    const [, first, second] = within(table).getAllByRole('row');
    expect(first).toHaveTextContent(/BTC\/USD.*0\.5.*30,000\.0 USD ±3\.00.*\+20\.00%.*\+5,000/);
    expect(first).toHaveTextContent('83.3%');
    expect(second).toHaveTextContent(/ETH\/USD.*−2.*−6,000\.00 USD.*−200\.00%.*−4,000/);
    expect(document.title).toContain(t('holdings.title'));
  });

  it('sorts by its heads', async () => {
    const table = await openView();
    await holdings.update((held) => ({ ...held, [BTC]: { quantity: '-1', cost: null } }));
    const names = () =>
      within(table)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent);
    await waitFor(() => expect(names()).toEqual(['ETH/USD', 'BTC/USD']));
    const head = (name: string) => within(table).getByRole('columnheader', { name });
    expect(head(t('popup.view.value'))).toHaveAttribute('aria-sort', 'descending');
    fireEvent.click(within(table).getByRole('button', { name: t('popup.view.name') }));
    expect(names()).toEqual(['BTC/USD', 'ETH/USD']);
    expect(head(t('popup.view.name'))).toHaveAttribute('aria-sort', 'ascending');
    expect(head(t('popup.view.value'))).not.toHaveAttribute('aria-sort');
  });

  it('says why a holding has no value', async () => {
    await holdings.setValue({ [EUR]: { quantity: '5', cost: null } });
    const table = await openView();
    expect(table).toHaveTextContent(t('holdings.waitingFor', { symbol: 'EUR/USD' }));
  });

  it('says that there are none, and asks for the first one', async () => {
    await holdings.setValue({});
    const { user } = await openPopup();
    location.hash = '#holdings';
    await screen.findByRole('heading', { name: t('holdings.none') });
    await user.click(screen.getByRole('button', { name: 'Holding in BTC/USD' }));
    expect(await screen.findByRole('dialog', { name: 'Holding in BTC/USD' })).toBeVisible();
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
    await waitFor(() => expect(value('BTC/USD')).toHaveTextContent('30,000.0 USD ▲ +20.00%'));
    expect(value('BTC/USD')?.title).toBe(
      t('common.labelled', { what: t('popup.view.gain'), value: '+5,000.0 USD · +20.00%' }),
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
    await waitFor(() => expect(value('BTC/USD')).toHaveTextContent('••••hidden▲ +20.00%'));
    expect(value('BTC/USD')?.title).toBe(
      t('common.labelled', { what: t('popup.view.gain'), value: '+20.00%' }),
    );
    expect(total()).toHaveTextContent('••••hidden');
    expect(total().title).not.toMatch(/USD/);
    expect(document.body).not.toHaveTextContent('24,000');
    expect(screen.getByText(t('holdings.nowHidden')).closest('[aria-live]')).not.toBeNull();
    expect(await amountsHidden.getValue()).toBe(true);
    await user.click(screen.getByRole('button', { name: t('holdings.showButton') }));
    await waitFor(() => expect(total()).toHaveTextContent('24,000'));
  });

  it('are dots in the view, too', async () => {
    await amountsHidden.setValue(true);
    const table = await openView();
    const [, first] = within(table).getAllByRole('row');
    expect(first).toHaveTextContent('83.3%');
    expect(first).toHaveTextContent('+20.00%');
    for (const amount of ['0.5', '30,000', '5,000']) {
      expect(document.querySelector('main:last-of-type')).not.toHaveTextContent(amount);
      expect(first).not.toHaveTextContent(amount);
    }
  });

  it('are not toggled by the key while single keys are off', async () => {
    await singleKeys.setValue(false);
    const { user } = await openPopup();
    await user.keyboard('h');
    expect(await amountsHidden.getValue()).toBe(false);
  });
});

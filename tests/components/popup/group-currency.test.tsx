import axe from 'axe-core';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import '@/components/hooks/conversion.ts';
import { t } from '@/lib/base/locale/t.ts';
import { currencyFeeds, displayCurrency } from '@/lib/storage/values/currency.ts';
import { groups, listView } from '@/lib/storage/values/view.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, EUR, openPopup, row, storedPrice, tick } from './popup-page.tsx';

const MAJORS: Group = { id: 'majors', name: 'Majors', feedIds: [BTC] };

beforeEach(async () => {
  await watchlist.setValue([BTC, EUR]);
  await currencyFeeds.setValue({ EUR: { id: EUR, isInverse: false } });
  await tick({
    [BTC]: storedPrice({ price: '6000000', conf: '600', expo: -2 }),
    [EUR]: storedPrice({ price: '125', conf: '0', expo: -2 }),
  });
});

async function showMajors(currency?: string | null): Promise<void> {
  await groups.setValue([currency === undefined ? MAJORS : { ...MAJORS, currency }]);
  await listView.update((view) => ({ ...view, groupId: MAJORS.id }));
}

function price(): HTMLElement | null {
  return row('BTC/USD').querySelector('[data-part="price"]');
}

describe('the currency of a group', () => {
  it('is part of the first paint, and applies to no other tab', async () => {
    await showMajors('EUR');
    const { user } = await openPopup();
    expect(price()).toHaveTextContent('48,000.0');
    expect(row('BTC/USD')).toHaveTextContent(/EUR\s*±4\.8/);
    await user.click(screen.getByRole('tab', { name: t('group.all') }));
    await waitFor(() => expect(price()).toHaveTextContent('60,000.00'));
  });

  it('may be that of each quote although the list has one', async () => {
    await displayCurrency.setValue('EUR');
    await showMajors(null);
    const { user } = await openPopup();
    expect(price()).toHaveTextContent('60,000.00');
    await user.click(screen.getByRole('tab', { name: t('group.all') }));
    await waitFor(() => expect(price()).toHaveTextContent('48,000.0'));
  });

  it('is chosen in a dialog of the view menu, and applies at once', async () => {
    await displayCurrency.setValue('EUR');
    await showMajors();
    const { user } = await openPopup();
    expect(price()).toHaveTextContent('48,000.0');
    const opener = screen.getByRole('button', { name: t('popup.viewButton') });
    await user.click(opener);
    await user.click(await screen.findByRole('menuitem', { name: t('group.currencyItem') }));
    const dialog = await screen.findByRole('dialog', {
      name: t('group.currency.title', { group: 'Majors' }),
    });
    const select = screen.getByRole('combobox', { name: t('currency.label') });
    expect(select).toHaveDisplayValue(t('group.currency.asList', { currency: 'Euro (EUR)' }));
    expect(select).toHaveAccessibleDescription(t('group.currency.hint'));
    expect((await axe.run(dialog)).violations).toEqual([]);

    await user.selectOptions(select, t('currency.asQuoted'));
    await waitFor(async () => expect((await groups.getValue())[0]?.currency).toBeNull());
    await waitFor(() => expect(price()).toHaveTextContent('60,000.00'));
    await user.selectOptions(select, 'US Dollar (USD)');
    await waitFor(async () => expect((await groups.getValue())[0]?.currency).toBe('USD'));
    await user.selectOptions(select, t('group.currency.asList', { currency: 'Euro (EUR)' }));
    await waitFor(async () => expect(await groups.getValue()).toEqual([MAJORS]));

    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(opener).toHaveFocus();
  });

  it('is not offered for the whole list', async () => {
    const { user } = await openPopup();
    await user.click(screen.getByRole('button', { name: t('popup.viewButton') }));
    await screen.findByRole('menuitem', { name: t('group.newItem') });
    expect(screen.queryByRole('menuitem', { name: t('group.currencyItem') })).toBeNull();
  });
});

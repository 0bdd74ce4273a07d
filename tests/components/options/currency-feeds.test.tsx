import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { LookSection } from '@/components/options/look-section.tsx';
import { t } from '@/lib/base/locale/t.ts';
import { catalog } from '@/lib/storage/catalog-store.ts';
import { chosenCurrencyFeeds, currencyFeeds } from '@/lib/storage/values/currency.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';

const EUR = 'a995d00bb36a63cef7fd2c287dc105fc8f3d93779f062f09551b0af3e81ec30b';
const [FIRST, SECOND] = ['1'.repeat(64), '2'.repeat(64)] as const;
const attributes = {
  asset_type: 'FX',
  base: 'EUR',
  quote_currency: 'USD',
  symbol: 'FX.EUR/USD',
  display_symbol: 'EUR/USD',
};
const choice = () =>
  screen.findByRole('combobox', { name: t('currency.feedLabel', { currency: 'EUR' }) });

it('on a network without the feed in the code, the user chooses one by its id', async () => {
  const feeds = [FIRST, SECOND].map((id) => ({ id, attributes }));
  await catalog.setValue({ fetchedAt: 1, feeds });
  await currencyFeeds.setValue({ EUR: { id: EUR, isInverse: false } });
  await missingFeeds.setValue({ [EUR]: 'unknown' });
  render(<LookSection />);
  const field = await choice();
  expect(field).toHaveDisplayValue(t('currency.feedNotChosen'));
  await screen.findByRole('option', { name: 'EUR/USD · 11111111…' });
  await userEvent.selectOptions(field, 'EUR/USD · 22222222…');
  await waitFor(async () =>
    expect(await chosenCurrencyFeeds.getValue()).toEqual({ EUR: { id: SECOND, isInverse: false } }),
  );
  await userEvent.selectOptions(field, t('currency.feedNotChosen'));
  await waitFor(async () => expect(await chosenCurrencyFeeds.getValue()).toEqual({}));
});

it('a chosen feed stays chosen if the list calls it something else', async () => {
  const feed = { id: FIRST, isInverse: false };
  await catalog.setValue({ fetchedAt: 1, feeds: [] });
  await chosenCurrencyFeeds.setValue({ EUR: feed });
  await currencyFeeds.setValue({ EUR: feed });
  render(<LookSection />);
  expect(await choice()).toHaveDisplayValue('11111111…');
});

it('where the code names the feed and the service has it, there is nothing to choose', async () => {
  await currencyFeeds.setValue({ EUR: { id: EUR, isInverse: false } });
  await missingFeeds.setValue({});
  await chosenCurrencyFeeds.setValue({});
  render(<LookSection />);
  await screen.findByRole('combobox', { name: t('currency.label') });
  expect(screen.getAllByRole('combobox')).toHaveLength(1);
});

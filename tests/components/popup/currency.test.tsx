import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import '@/components/shared/hooks/conversion.ts';
import '@/components/shared/leg-marks.tsx';
import { referenceTime } from '@/lib/domain/history/time-grid.ts';
import { writePastPrice } from '@/lib/domain/history/past-price.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { currencyFeeds, displayCurrency } from '@/lib/storage/values/currency.ts';
import { references } from '@/lib/storage/values/history.ts';
import { ALWAYS_CLOSED, BTC, EUR, openPopup, row, storedPrice, tick } from './popup-page.tsx';

const IN_DOLLARS = storedPrice({ price: '6000000', conf: '600', expo: -2 });
const RATE = storedPrice({ price: '125', conf: '0', expo: -2 });

async function chooseEuros(): Promise<void> {
  await displayCurrency.setValue('EUR');
  await currencyFeeds.setValue({ EUR: { id: EUR, isInverse: false } });
}

function price(symbol: string): HTMLElement | null {
  return row(symbol).querySelector('[data-part="price"]');
}

describe('in the display currency', () => {
  it('a price is part of the first paint, and names its currency', async () => {
    await chooseEuros();
    await tick({ [BTC]: IN_DOLLARS, [EUR]: RATE });
    await openPopup();
    expect(price('BTC/USD')).toHaveTextContent('48,000.0');
    expect(row('BTC/USD')).toHaveTextContent('EUR');
  });

  it('a price follows its rate', async () => {
    await chooseEuros();
    await tick({ [BTC]: IN_DOLLARS, [EUR]: RATE });
    await openPopup();
    await tick({ [EUR]: storedPrice({ price: '120', conf: '0', expo: -2 }) });
    await waitFor(() => expect(price('BTC/USD')).toHaveTextContent('50,000.0'));
  });

  it('a change is that of the converted price', async () => {
    const time = referenceTime('24h', Date.now() / 1_000);
    const past = { time, expo: -2, trust: BUILT_IN_SIGNERS_VERSION };
    await chooseEuros();
    await tick({ [BTC]: IN_DOLLARS, [EUR]: RATE });
    await references['24h'].setValue({
      // 60,000 dollars at 1.20 dollars a euro were 50,000 euros.
      [BTC]: writePastPrice({ ...past, price: '6000000' }),
      [EUR]: writePastPrice({ ...past, price: '120' }),
    });
    await openPopup();
    expect(row('BTC/USD').querySelector('[data-part="change"]')).toHaveTextContent('−4.00%');
  });

  it('a mark says that the market of the rate is closed', async () => {
    await chooseEuros();
    await followedFeeds.update((known) => ({
      ...known,
      [EUR]: { ...known[EUR], schedule: ALWAYS_CLOSED },
    }));
    await tick({ [BTC]: IN_DOLLARS, [EUR]: RATE });
    await openPopup();
    const label = labelled('EUR/USD', t('row.mark.closed'));
    await within(row('BTC/USD')).findByRole('img', { name: label });
  });

  it('a chosen currency applies at once, and "as quoted" again', async () => {
    await currencyFeeds.setValue({ EUR: { id: EUR, isInverse: false } });
    await tick({ [BTC]: IN_DOLLARS, [EUR]: RATE });
    await openPopup();
    expect(price('BTC/USD')).toHaveTextContent('60,000.00');
    await displayCurrency.setValue('EUR');
    await waitFor(() => expect(price('BTC/USD')).toHaveTextContent('48,000.0'));
    await displayCurrency.setValue(null);
    await waitFor(() => expect(price('BTC/USD')).toHaveTextContent('60,000.00'));
  });
});

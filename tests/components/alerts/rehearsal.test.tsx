import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { candleStore } from '@/lib/storage/candles/candle-store.ts';
import { candlesStoredAt, rehearsedFeeds } from '@/lib/storage/values/candles.ts';
import { BTC, storedPrice, tick } from '../popup/popup-page.tsx';
import { levelField, openAt, openSentence } from './alerts-page.tsx';

const HOURS = 31 * 24;

/** Each hour has one price; every fifth day, one is higher. */
function storeCandles(): void {
  const now = Math.floor(Date.now() / 1_000);
  const candles = Array.from({ length: HOURS }, (_, index) => {
    const price = index % 120 === 100 ? 70_000n : 64_000n;
    const start = now - (HOURS - index) * 3_600;
    return { start, open: price, high: price, low: price, close: price, isFinal: true };
  });
  const known = { expo: 0, candles, from: 0, to: now, storedAt: now * 1_000 };
  vi.spyOn(candleStore, 'read').mockResolvedValue(known);
}

function rehearsal(): HTMLElement {
  const element = document.querySelector<HTMLElement>('[data-part="rehearsal"]');
  if (!element) throw new Error('There is no rehearsal.');
  return element;
}

const saysThat = (words: RegExp) => waitFor(() => expect(rehearsal()).toHaveTextContent(words));

beforeEach(async () => {
  const service = {
    mark: 'm',
    storedAt: Date.now(),
    resolutions: ['60'],
    symbols: null,
    longest: {},
  };
  vi.spyOn(candleStore, 'readService').mockResolvedValue(service);
  vi.spyOn(candleStore, 'read').mockResolvedValue(null);
  await tick({ [BTC]: storedPrice() });
});

const LESS_OFTEN = new RegExp(`^${t('rehearsal.lessOften')}: `);

describe('the rehearsal of an alert that is being written', () => {
  it('has candles asked for while the form is open, and reads them when they are there', async () => {
    const { user } = await openAt(`#alerts/new/${BTC}`);
    await waitFor(async () => expect(await rehearsedFeeds.getValue()).toEqual([BTC]));
    storeCandles();
    await candlesStoredAt.setValue(1);
    await saysThat(/Would have triggered on /);
    await user.click(screen.getByRole('button', { name: t('common.cancelButton') }));
    await waitFor(async () => expect(await rehearsedFeeds.getValue()).toEqual([]));
  });

  it('says that it loads, and shows its mark only with a result', async () => {
    const read = Promise.withResolvers<null>();
    vi.spyOn(candleStore, 'read').mockReturnValue(read.promise);
    await openSentence(`#alerts/new/${BTC}`);
    expect(rehearsal()).toHaveTextContent(t('options.loading'));
    expect(rehearsal()).toHaveAttribute('aria-busy');
    read.resolve(null);
    await saysThat(new RegExp(`^${t('rehearsal.none')}`));
    expect(rehearsal()).not.toHaveAttribute('aria-busy');
  });

  it('follows what is written, politely, and offers a level for about once a week if it triggers more often', async () => {
    storeCandles();
    const { user } = await openAt(`#alerts/new/${BTC}`);
    await saysThat(/Would have triggered on /);
    expect(rehearsal().querySelector('[aria-live="polite"]')).toHaveTextContent(/^Would have/);
    await user.clear(levelField());
    await user.type(levelField(), '80000');
    await saysThat(/Would not have triggered in the last/);
    expect(screen.queryByRole('button', { name: LESS_OFTEN })).toBeNull();
    await user.clear(levelField());
    await user.type(levelField(), '64500');
    await user.click(await screen.findByRole('button', { name: LESS_OFTEN }));
    await saysThat(/Would have triggered on /);
    expect(levelField()).toHaveValue('69,990');
    expect(levelField()).toHaveFocus();
  });
});

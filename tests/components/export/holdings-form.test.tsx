import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import WatchlistExportDialog from '@/components/export/watchlist-export-dialog.tsx';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import { InquiryError, storeAnswer, watchQuestions } from '@/lib/pages/inquiries.ts';
import type { AnsweredSignedPrice, Question } from '@/lib/pages/questions.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { storedPrice } from '../../unit/domain/holdings/stored-price.ts';
import { BTC, ETH } from '../popup/popup-page.tsx';
import { keepSavedFiles } from './saved-files.ts';

const COIN = { asset_type: 'Crypto', quote_currency: 'USD' };
let asked: Question[] = [];

function answerWith(...prices: AnsweredSignedPrice[]): void {
  watchQuestions((id, question) => {
    asked.push(question as Question);
    void storeAnswer<'signed-prices'>(id, { ok: true, answer: { prices } });
  });
}

function answer(id: string, price: string): AnsweredSignedPrice {
  const now = Math.floor(Date.now() / 1_000);
  const proven = { price: storedPrice(price, '100', -2, now), bytes: 'UE5BVQ==' };
  return { id, proven, isClosed: false };
}

beforeEach(async () => {
  asked = [];
  await holdings.setValue({
    [BTC]: { quantity: '2.5', cost: null },
    [ETH]: { quantity: '-10', cost: null },
  });
  await followedFeeds.setValue({
    [BTC]: { ...COIN, symbol: 'Crypto.BTC/USD' },
    [ETH]: { ...COIN, symbol: 'Crypto.ETH/USD' },
  });
});
afterEach(() => vi.restoreAllMocks());

const timeField = () =>
  screen.getByLabelText(t('priceAtTime.field', { timeZone: Temporal.Now.timeZoneId() }));
const button = (label: string) =>
  screen.getByRole('button', { name: labelled(t('holdings.title'), label) });
const status = () => screen.getByRole('status', { name: t('export.openButton') });

async function openDialog() {
  render(<WatchlistExportDialog onClose={vi.fn()} />);
  await screen.findByRole('region', { name: t('holdings.title') });
  return userEvent.setup();
}

it('saves the holdings of now as a table', async () => {
  answerWith(answer(BTC, '6400000'), answer(ETH, '350000'));
  const files = keepSavedFiles();
  const user = await openDialog();
  await user.click(button('CSV'));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(asked).toEqual([{ kind: 'signed-prices', ids: [BTC, ETH], publishTime: null }]);
  expect(await files[0]!.text()).toContain(',2.5,160000');
  expect(status()).toHaveTextContent(t('export.saved', { names: files[0]!.name }));
});

it('saves a proof of another time, and says what it leaves out', async () => {
  answerWith(answer(BTC, '6400000'), { ...answer(ETH, '1'), proven: null });
  const files = keepSavedFiles();
  const user = await openDialog();
  await user.clear(timeField());
  await user.type(timeField(), '2026-01-02T03:04:05');
  await user.click(button(t('proof.title')));
  await waitFor(() => expect(files).toHaveLength(1));
  const publishTime = Temporal.PlainDateTime.from('2026-01-02T03:04:05')
    .toZonedDateTime(Temporal.Now.timeZoneId())
    .toInstant().epochMilliseconds;
  expect(asked).toMatchObject([{ publishTime: publishTime / 1_000 }]);
  expect(JSON.parse(await files[0]!.text()).notSigned.holdings.lines).toHaveLength(1);
  expect(status()).toHaveTextContent(/ETH\/USD/);
});

it('asks for no price of the future', async () => {
  const user = await openDialog();
  await user.clear(timeField());
  await user.type(timeField(), '2999-01-01T00:00:00');
  expect(screen.getByRole('alert')).toHaveTextContent(t('priceAtTime.future'));
  expect(button(t('proof.title'))).toHaveAttribute('aria-disabled', 'true');
  await user.click(button(t('proof.title')));
  expect(asked).toEqual([]);
});

it('says why there are no prices', async () => {
  const { problem } = new InquiryError({ code: 'no-price-then' });
  watchQuestions((id) => void storeAnswer(id, { ok: false, reason: problem }));
  const user = await openDialog();
  await user.click(button('CSV'));
  await waitFor(() => expect(status()).toHaveTextContent(t('history.noData')));
});

it('is not offered without holdings', async () => {
  await holdings.setValue({});
  render(<WatchlistExportDialog onClose={vi.fn()} />);
  await screen.findByRole('button', { name: labelled(t('export.watchlist.table'), 'CSV') });
  expect(screen.queryByRole('region', { name: t('holdings.title') })).toBeNull();
});

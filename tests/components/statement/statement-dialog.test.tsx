import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import StatementDialog from '@/components/statement/statement-dialog.tsx';
import { t } from '@/lib/base/locale/t.ts';
import { InquiryError, storeAnswer, watchQuestions } from '@/lib/pages/inquiries.ts';
import type { AnsweredSignedPrice, Question } from '@/lib/pages/questions.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { amountsHidden, holdings } from '@/lib/storage/values/holdings.ts';
import { LOCAL_IDENTITY } from '../../price-service/test-signers.ts';
import { storedPrice } from '../../unit/domain/holdings/stored-price.ts';
import { keepSavedFiles } from '../export/saved-files.ts';
import { BTC, ETH } from '../popup/popup-page.tsx';

const { emitterChain, emitterAddress, setIndex, keys, quorum } = LOCAL_IDENTITY;
const SIGNERS = { name: 'Local', emitterChain, emitterAddress, setIndex, keys, quorum };

function answer(id: string, price: string): AnsweredSignedPrice {
  const now = Math.floor(Date.now() / 1_000);
  return {
    id,
    proven: {
      price: storedPrice(price, '100', -2, now),
      signed: { update: '', signers: SIGNERS },
    },
    isClosed: id === ETH,
  };
}

let asked: Question[] = [];

/** Answers as the worker does: Bitcoin for 64,000 and ether for 3,500 dollars. */
function answerWith(prices: AnsweredSignedPrice[]): void {
  watchQuestions((id, question) => {
    asked.push(question as Question);
    void storeAnswer<'signed-prices'>(id, { ok: true, answer: { prices } });
  });
}

beforeEach(async () => {
  asked = [];
  await holdings.setValue({
    [BTC]: { quantity: '2.5', cost: null },
    [ETH]: { quantity: '-10', cost: null },
  });
  const crypto = { asset_type: 'Crypto', quote_currency: 'USD' };
  await followedFeeds.setValue({
    [BTC]: { ...crypto, symbol: 'Crypto.BTC/USD', display_symbol: 'BTC/USD' },
    [ETH]: { ...crypto, symbol: 'Crypto.ETH/USD', display_symbol: 'ETH/USD' },
  });
});
afterEach(() => vi.restoreAllMocks());

async function openDialog() {
  render(<StatementDialog group={null} onClose={vi.fn()} />);
  const lines = await screen.findByRole('region', { name: t('statement.linesLabel') });
  return { user: userEvent.setup(), lines };
}

const amountsOf = (name: string) =>
  screen.getByRole('checkbox', { name: t('statement.amountsOf', { name }) });

async function savedTable(): Promise<string[]> {
  const files = keepSavedFiles();
  await userEvent.setup().click(screen.getByRole('button', { name: t('statement.csvButton') }));
  await waitFor(() => expect(files).toHaveLength(1));
  return (await files[0]!.text()).split('\r\n');
}

describe('the statement dialog', () => {
  it('shows the values of now and their total', async () => {
    answerWith([answer(BTC, '6400000'), answer(ETH, '350000')]);
    const { lines } = await openDialog();
    expect(asked).toEqual([{ kind: 'signed-prices', ids: [BTC, ETH], publishTime: null }]);
    expect(lines).toHaveTextContent('160,000');
    expect(lines).toHaveTextContent(`${t('statement.totalIn', { currency: 'USD' })}125,000`);
    expect(lines).toHaveTextContent(t('statement.closed'));
  });

  it('saves only the lines and amounts that are ticked', async () => {
    answerWith([answer(BTC, '6400000'), answer(ETH, '350000')]);
    const { user, lines } = await openDialog();
    await user.click(amountsOf('BTC/USD'));
    expect(lines).not.toHaveTextContent('160,000');
    await user.click(within(lines).getByRole('checkbox', { name: 'ETH/USD' }));
    const [, row, ...others] = await savedTable();
    expect(row).toMatch(/^BTC\/USD,.*,64000\.00,.*,no,,,,$/);
    expect(others).toEqual(['']);
  });

  it('starts without amounts while they are hidden', async () => {
    await amountsHidden.setValue(true);
    answerWith([answer(BTC, '6400000'), answer(ETH, '350000')]);
    const { lines } = await openDialog();
    expect(amountsOf('BTC/USD')).not.toBeChecked();
    expect(lines).not.toHaveTextContent('160,000');
    expect((await savedTable()).join('\n')).not.toContain('2.5');
  });

  it('leaves out what has no signed price, and says so', async () => {
    answerWith([answer(BTC, '6400000'), { ...answer(ETH, '1'), proven: null }]);
    const { lines } = await openDialog();
    const ether = within(lines).getByRole('checkbox', { name: 'ETH/USD' });
    expect(ether).toBeDisabled();
    expect(ether).not.toBeChecked();
    expect(lines).toHaveTextContent(t('statement.problem.unsigned'));
  });

  it('says why there are no prices', async () => {
    const { problem } = new InquiryError({ code: 'no-price-then' });
    watchQuestions((id) => void storeAnswer(id, { ok: false, reason: problem }));
    render(<StatementDialog group={null} onClose={vi.fn()} />);
    expect(await screen.findByText(t('answer.noPriceThen'))).toBeVisible();
  });

  it('asks for no price of the future', async () => {
    answerWith([answer(BTC, '6400000'), answer(ETH, '350000')]);
    const { user } = await openDialog();
    const field = screen.getByLabelText(
      t('priceAtTime.field', { timeZone: Temporal.Now.timeZoneId() }),
    );
    await user.clear(field);
    await user.type(field, '2999-01-01T00:00:00');
    await user.click(screen.getByRole('button', { name: t('statement.getButton') }));
    expect(screen.getByRole('alert')).toHaveTextContent(t('priceAtTime.future'));
    expect(asked).toHaveLength(1);
  });
});

import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import FeedExportDialog from '@/components/export/feed-export-dialog.tsx';
import { t } from '@/lib/base/locale/t.ts';
import { storeAnswer, watchQuestions } from '@/lib/pages/inquiries.ts';
import type { AnsweredProof } from '@/lib/pages/questions.ts';
import { BTC } from '../popup/popup-page.tsx';
import { keepSavedFiles } from './saved-files.ts';
import { BAD_SIGNATURE } from '../../unit/proofs.ts';

afterEach(() => vi.restoreAllMocks());

const ANSWER: AnsweredProof = {
  update: { binary: { encoding: 'base64', data: ['UE5BVQ==', 'AQID'] }, parsed: null },
  bytes: 'UE5BVQ==',
  receivedAt: 1,
  prices: [],
};

async function openDialog() {
  const onClose = vi.fn();
  render(<FeedExportDialog id={BTC} symbol="BTC/USD" onClose={onClose} />);
  await screen.findByRole('dialog', { name: t('export.title', { symbol: 'BTC/USD' }) });
  return { user: userEvent.setup(), onClose };
}

describe('the export of a feed', () => {
  it('saves the proof of the displayed price', async () => {
    const files = keepSavedFiles();
    watchQuestions((id) => void storeAnswer(id, { ok: true, answer: ANSWER }));
    const { user } = await openDialog();
    await user.click(screen.getByRole('button', { name: 'Proof: Save proof' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]!.name).toMatch(/^pricelight_BTC-USD_proof_\d{8}T\d{6}Z\.json$/);
    expect(JSON.parse(await files[0]!.text())).toMatchObject({
      format: 'pricelight-proof',
      prices: ['UE5BVQ=='],
    });
    expect(screen.getByRole('status', { name: t('export.openButton') })).toHaveTextContent(
      /^Saved as pricelight/,
    );
  });

  it.each([
    ['that failed verification', BAD_SIGNATURE, t('export.problem.failedCheck')],
    ['without signed bytes', undefined, t('export.problem.noSignedBytes')],
  ])('saves no proof of a price %s', async (_, failure, words) => {
    const price = { id: BTC, price: null, details: null, ...(failure && { failure }) };
    const answer = { ...ANSWER, bytes: null, prices: [price] };
    watchQuestions((id) => void storeAnswer(id, { ok: true, answer }));
    const files = keepSavedFiles();
    const { user } = await openDialog();
    await user.click(screen.getByRole('button', { name: 'Proof: Save proof' }));
    const status = screen.getByRole('status', { name: t('export.openButton') });
    await waitFor(() => expect(status).toHaveTextContent(words));
    expect(files).toEqual([]);
  });

  it('explains why there is nothing to save', async () => {
    watchQuestions((id) => void storeAnswer(id, { ok: false, reason: { code: 'no-answer' } }));
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const files = keepSavedFiles();
    const { user } = await openDialog();
    const status = screen.getByRole('status', { name: t('export.openButton') });
    await user.click(screen.getByRole('button', { name: 'Prices: CSV' }));
    await waitFor(() => expect(status).toHaveTextContent(/No prices are stored yet/));
    await user.click(screen.getByRole('button', { name: 'Proof: Save proof' }));
    await waitFor(() =>
      expect(status).toHaveTextContent(/The price service didn’t respond in time/),
    );
    expect(files).toEqual([]);
  });

  it('closes with its button and on Escape', async () => {
    const { user, onClose } = await openDialog();
    await user.click(screen.getByRole('button', { name: t('common.closeButton') }));
    expect(onClose).toHaveBeenCalledTimes(1);
    screen.getByRole<HTMLDialogElement>('dialog', { hidden: true }).showModal();
    screen.getByRole('button', { name: 'Prices: CSV' }).focus();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});

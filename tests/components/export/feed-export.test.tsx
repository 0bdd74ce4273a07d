import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import FeedExportDialog from '@/components/export/feed-export-dialog.tsx';
import { t } from '@/lib/base/locale/t.ts';
import { storeAnswer, watchQuestions } from '@/lib/pages/inquiries.ts';
import type { AnsweredPrice, AnsweredUpdate } from '@/lib/pages/questions.ts';
import { receivedPrice } from '../../unit/background/feeds.ts';
import { BTC } from '../popup/popup-page.tsx';
import { keepSavedFiles } from './saved-files.ts';
import { BAD_SIGNATURE } from '../../unit/proofs.ts';

afterEach(() => vi.restoreAllMocks());

const UPDATE: AnsweredUpdate = {
  update: { binary: { encoding: 'base64', data: ['UE5BVQ==', 'AQID'] }, parsed: null },
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
  it('saves the update as the service sent it', async () => {
    watchQuestions((id) => void storeAnswer(id, { ok: true, answer: UPDATE }));
    const files = keepSavedFiles();
    const { user } = await openDialog();
    await user.click(screen.getByRole('button', { name: t('export.update.jsonButton') }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]!.name).toMatch(/^pricelight_BTC-USD_update_\d{8}T\d{6}Z\.json$/);
    expect(JSON.parse(await files[0]!.text())).toEqual(UPDATE.update);
    expect(screen.getByRole('status', { name: t('export.openButton') })).toHaveTextContent(
      /^Saved as pricelight/,
    );
  });

  it('saves the decoded signed bytes, one file per blob', async () => {
    watchQuestions((id) => void storeAnswer(id, { ok: true, answer: UPDATE }));
    const files = keepSavedFiles();
    const { user } = await openDialog();
    await user.click(screen.getByRole('button', { name: t('export.update.bytesButton') }));
    await waitFor(() => expect(files).toHaveLength(2));
    expect(files[0]!.name).toMatch(/_update-1_\d{8}T\d{6}Z\.bin$/);
    expect(await files[0]!.text()).toBe('PNAU');
    expect(new Uint8Array(await files[1]!.blob.arrayBuffer())).toEqual(Uint8Array.of(1, 2, 3));
  });

  it.each<[string, AnsweredPrice, string[]]>([
    ['a broken proof', { id: BTC, price: null, failure: BAD_SIGNATURE, details: null }, []],
    [
      'another price than the signed one',
      {
        id: BTC,
        price: receivedPrice('1', 1),
        failure: { code: 'mismatch', fields: ['price'] },
        details: null,
      },
      ['.bin', '.bin'],
    ],
  ])('saves nothing that failed verification: %s', async (_, figure, saved) => {
    watchQuestions(
      (id) => void storeAnswer(id, { ok: true, answer: { ...UPDATE, prices: [figure] } }),
    );
    const files = keepSavedFiles();
    const { user } = await openDialog();
    const status = screen.getByRole('status', { name: t('export.openButton') });
    await user.click(screen.getByRole('button', { name: t('export.update.jsonButton') }));
    await waitFor(() =>
      expect(status).toHaveTextContent(/failed verification, so it wasn’t saved/),
    );
    await user.click(screen.getByRole('button', { name: t('export.update.bytesButton') }));
    await waitFor(() => expect(files).toHaveLength(saved.length));
    expect(files.map(({ name }) => name.slice(-4))).toEqual(saved);
  });

  it('explains why there is nothing to save', async () => {
    watchQuestions((id) => void storeAnswer(id, { ok: false, reason: { code: 'no-answer' } }));
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const files = keepSavedFiles();
    const { user } = await openDialog();
    const status = screen.getByRole('status', { name: t('export.openButton') });
    await user.click(screen.getByRole('button', { name: t('export.prices.csvButton') }));
    await waitFor(() => expect(status).toHaveTextContent(/No prices of this feed are stored yet/));
    await user.click(screen.getByRole('button', { name: t('export.update.jsonButton') }));
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
    screen.getByRole('button', { name: t('export.prices.csvButton') }).focus();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});

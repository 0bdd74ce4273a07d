import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { trustSettings } from '@/lib/storage/values/settings.ts';
import { proofPage } from '@/lib/domain/receipts/document/proof-page.ts';
import type { ProofFile } from '@/lib/domain/receipts/proof-file.ts';
import { signPriceUpdate } from '../../price-service/signing.ts';
import { LOCAL_IDENTITY, trustInLocal } from '../../price-service/test-signers.ts';
import { BTC, parsedItem } from '../../unit/background/feeds.ts';
import { openOptions } from './support.tsx';

async function receipt(): Promise<File> {
  const item = parsedItem(BTC, '6501245', 1_795_219_203, 4_488_048_007);
  const { binary } = signPriceUpdate([item], { encoding: 'base64' });
  const { emitterChain, emitterAddress, setIndex, quorum } = LOCAL_IDENTITY;
  const keys = [...LOCAL_IDENTITY.keys];
  const signers = { name: 'Local', emitterChain, emitterAddress, setIndex, keys, quorum };
  const file: ProofFile = {
    prices: [{ name: 'BTC/USD', signed: { update: binary.data[0]!, signers } }],
    announcements: [],
    about: {
      kind: 'receipt',
      what: { kind: 'crosses', direction: 'above', level: '65000' },
      at: 1_795_219_204_000,
    },
    version: '1.2.3',
    madeAt: 1_795_219_303_000,
  };
  const page = await proofPage(file, { script: 'alert("Holds")', style: '' });
  return new File([page], 'receipt.html', { type: 'text/html' });
}

const field = (): HTMLElement => screen.getByLabelText(t('checkFile.field'));
const shown = async (): Promise<Document> => {
  const frame = await screen.findByTitle(t('checkFile.result'));
  return new DOMParser().parseFromString(frame.getAttribute('srcdoc') ?? '', 'text/html');
};
const verdict = (page: Document) =>
  page.querySelector('[data-verdict]')?.getAttribute('data-state');

describe('a chosen file', () => {
  it('is checked against the trusted signers, without its script', async () => {
    await trustSettings.setValue(trustInLocal());
    const user = await openOptions('#check-file');
    await screen.findByLabelText(t('checkFile.field'));
    await user.upload(field(), await receipt());
    const page = await shown();
    expect(verdict(page)).toBe('holds');
    expect(page.querySelector('script')).toBeNull();
    expect(page.body.textContent).toContain('65,012.45');
    expect(page.body.textContent).toContain(t('receipt.verdict.holdsText'));
    expect(page.body.textContent).not.toContain(t('receipt.how.hint'));
    expect(screen.getByTitle(t('checkFile.result'))).toHaveAttribute('sandbox', '');
  });

  it('by signers that nobody trusts is not confirmed', async () => {
    const user = await openOptions('#check-file');
    await screen.findByLabelText(t('checkFile.field'));
    await user.upload(field(), await receipt());
    expect(verdict(await shown())).toBe('unconfirmed');
  });

  it('can be dropped', async () => {
    await openOptions('#check-file');
    await screen.findByLabelText(t('checkFile.field'));
    fireEvent.drop(field(), { dataTransfer: { files: [await receipt()] } });
    expect(verdict(await shown())).toBe('unconfirmed');
  });

  it('that is damaged gets one sentence, in place of the last result', async () => {
    const user = await openOptions('#check-file');
    await screen.findByLabelText(t('checkFile.field'));
    await user.upload(field(), await receipt());
    await shown();
    await user.upload(field(), new File(['<p>Holds</p>'], 'receipt.html', { type: 'text/html' }));
    await waitFor(() => expect(field()).toHaveAccessibleDescription(/receipt or statement/));
    expect(screen.getByRole('alert')).toHaveTextContent(t('checkFile.damaged'));
    expect(screen.queryByTitle(t('checkFile.result'))).toBeNull();
  });
});

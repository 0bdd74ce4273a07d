import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { t } from '@/lib/base/locale/t.ts';
import { failedChecks } from '@/lib/storage/values/prices.ts';
import type { Proof } from '@/lib/domain/prices/stored-price.ts';
import { signatures } from '@/lib/storage/values/settings.ts';
import { BTC, storedPrice, tick } from '../popup/popup-page.tsx';
import {
  answerQuestions,
  noticeSays,
  openDetail,
  parsedPrice,
  provenAnswer,
  region,
  termText,
  verifiedProof,
} from './detail-page.tsx';
import { keepSavedFiles } from '../export/saved-files.ts';
import { BAD_SIGNATURE, proofOf } from '../../unit/proofs.ts';

const TRUST = BUILT_IN_SIGNERS_VERSION;
const VERIFIED = verifiedProof();

async function openWith(proof?: Proof) {
  await tick({ [BTC]: storedPrice({ slot: 139_785_011, ...(proof && { proof }) }) });
  const page = await openDetail(BTC);
  const strip = page.container.querySelector<HTMLElement>('[data-part="proof"]')!;
  const open = () =>
    page.user.click(within(strip).getByRole('button', { name: t('proof.openButton') }));
  return { ...page, strip, open };
}

describe('the proof strip', () => {
  it('shows how many signed, and names signers that the user added', async () => {
    const { strip } = await openWith(VERIFIED);
    expect(strip).toHaveTextContent(/^Verified by 3 of 5 signersShow proof$/);
    const own = { ...VERIFIED, isBuiltIn: false, profileName: 'Mine' } as Proof;
    await act(() => tick({ [BTC]: storedPrice({ slot: 139_785_012, proof: own }) }));
    expect(strip).toHaveTextContent('Verified: 3 of 5 signers · Mine (added by you)');
  });

  it('explains why a price is not verified', async () => {
    const { strip } = await openWith(proofOf('unchecked', TRUST));
    expect(strip).toHaveTextContent(
      'Not verified The update contains no signature for this price.',
    );
    expect(strip).not.toHaveTextContent('slot');
  });

  it('leaves the address of an unknown source to the proof', async () => {
    const reason = { code: 'unknown-emitter', chain: 26, address: 'e1'.repeat(32) } as const;
    const proof: Proof = { state: 'unchecked', reason, trust: TRUST };
    answerQuestions(() => {
      const answer = provenAnswer(parsedPrice(BTC, 1_700_000_000));
      const [answered] = answer.prices;
      const price = { ...answered!.price!, proof };
      return { ...answer, prices: [{ ...answered!, price, details: null }] };
    });
    const { strip, open } = await openWith(proof);
    expect(strip).toHaveTextContent(/^Not verified Signed by an unknown source\.Show proof$/);
    await open();
    await within(screen.getByRole('region', { name: t('proof.title') })).findByText(
      /chain 26, emitter e1e1e1e1…/,
    );
  });

  it('shows an alert about a failed check even if the displayed price is verified', async () => {
    await failedChecks.setValue({
      [BTC]: { reason: { code: 'mismatch', fields: ['price'] }, at: Date.now(), trust: TRUST },
    });
    const { strip } = await openWith(VERIFIED);
    await waitFor(() =>
      expect(strip).toHaveTextContent(
        'Failed verification The service’s data doesn’t match its signatures (price). Showing the signed price.',
      ),
    );
    expect(strip).toHaveAttribute('role', 'alert');
  });

  it('states that signatures are off', async () => {
    await signatures.setValue('off');
    const { strip } = await openWith();
    await waitFor(() =>
      expect(strip).toHaveTextContent(
        'Not checked Signature checks are off. Turn them on in Options → Trust.',
      ),
    );
  });

  it('says of a price that was not checked under the trust in force that the next one will be', async () => {
    const { strip } = await openWith();
    await waitFor(() =>
      expect(strip).toHaveTextContent('Not checked The next price will be checked.'),
    );
  });
});

describe('the proof panel', () => {
  it('shows everything that was signed, and for which price', async () => {
    const asked = answerQuestions(() => provenAnswer(parsedPrice(BTC, 1_700_000_000)));
    const { open } = await openWith(VERIFIED);
    await open();
    expect(region(t('proof.title')).getByRole('heading')).toHaveFocus();
    await screen.findByText('Pyth routers');
    expect(asked).toEqual([{ kind: 'proof', id: BTC }]);
    expect(screen.getByRole('status', { name: t('proof.title') })).toHaveTextContent(
      /^Verified ?BTC\/USD 63,000\.12345678.*2023/,
    );
    expect(screen.getByText(t('proof.quorum')).closest('details')).not.toHaveAttribute('open');
    expect(termText(t('proof.signers'))).toBe('1, 3, and 4 of 5');
    expect(termText(t('proof.quorum'))).toBe('3 of 5');
    expect(termText(t('proof.signerSet'))).toBe('1');
    expect(termText(t('proof.emitterChain'))).toBe('26');
    expect(termText(t('proof.emitterAddress'))).toBe('e1'.repeat(32));
    expect(termText(t('proof.sequence'))).toBe('18,446,744,073,709,551,615');
  });

  it('marks signers that the user added', async () => {
    const answer = provenAnswer(parsedPrice(BTC, 1_700_000_000));
    const [figure] = answer.prices;
    const details = { ...figure!.details!, profileName: 'My service', isBuiltIn: false };
    answerQuestions(() => ({ ...answer, prices: [{ ...figure!, details }] }));
    const { open } = await openWith(VERIFIED);
    await open();
    await screen.findByText('My service (added by you)');
    expect(termText(t('signers.title'))).toBe('My service (added by you)');
  });

  it('shows no price from an update that failed verification, and explains why', async () => {
    const answer = provenAnswer(parsedPrice(BTC, 1_700_000_000));
    const failed = { id: BTC, price: null, failure: BAD_SIGNATURE, details: null };
    answerQuestions(() => ({ ...answer, prices: [failed] }));
    const { open } = await openWith(VERIFIED);
    await open();
    const status = screen.getByRole('status', { name: t('proof.title') });
    await waitFor(() =>
      expect(status).toHaveTextContent('Failed verification The signature of signer 3 is wrong.'),
    );
    expect(status).not.toHaveTextContent('63,000');
  });

  it('copies the bytes that prove the price', async () => {
    answerQuestions(() => provenAnswer(parsedPrice(BTC, 1_700_000_000)));
    const { open, user } = await openWith(VERIFIED);
    await open();
    await user.click(await screen.findByRole('button', { name: t('proof.copyBytesButton') }));
    expect(await navigator.clipboard.readText()).toBe('UE5BVQ==');
    await noticeSays('Copied the signed bytes as base64.');
  });

  it('saves the proof in a file', async () => {
    answerQuestions(() => provenAnswer(parsedPrice(BTC, 1_700_000_000)));
    const files = keepSavedFiles();
    const { open, user } = await openWith(VERIFIED);
    await open();
    await user.click(await screen.findByRole('button', { name: t('proofFile.saveButton') }));
    expect(JSON.parse(await files[0]!.text())).toMatchObject({
      prices: ['UE5BVQ=='],
      notSigned: { names: ['BTC/USD'] },
    });
    await noticeSays(`Saved as ${files[0]!.name}`);
  });

  it('without a verified price copies the bytes as they were sent, and saves no proof', async () => {
    answerQuestions(() => ({ ...provenAnswer(parsedPrice(BTC, 1_700_000_000)), bytes: null }));
    const { open, user } = await openWith(VERIFIED);
    await open();
    await user.click(await screen.findByRole('button', { name: t('proof.copyBytesButton') }));
    expect(await navigator.clipboard.readText()).toBe('504e41550100\nbeef');
    expect(screen.queryByRole('button', { name: t('proofFile.saveButton') })).toBeNull();
  });

  it('reports that the browser refused the copy', async () => {
    answerQuestions(() => provenAnswer(parsedPrice(BTC, 1_700_000_000)));
    const { open, user } = await openWith(VERIFIED);
    await open();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'));
    await user.click(await screen.findByRole('button', { name: t('proof.copyBytesButton') }));
    await noticeSays('The browser didn’t allow copying. Click the page, then try again.');
  });

  it('explains why there is no answer, and asks again', async () => {
    let isUp = false;
    answerQuestions(() =>
      isUp
        ? provenAnswer(parsedPrice(BTC, 1_700_000_000))
        : { code: 'service', reason: { code: 'unreachable' }, retryInSeconds: null },
    );
    const { open, user } = await openWith(VERIFIED);
    await open();
    await screen.findByText('Can’t reach the price service. Try again.');
    isUp = true;
    await user.click(screen.getByRole('button', { name: t('common.tryAgainButton') }));
    await screen.findByText('Pyth routers');
  });

  it('closes on Escape and returns the focus', async () => {
    answerQuestions(() => undefined);
    const { open, user, strip } = await openWith(VERIFIED);
    await open();
    expect(screen.getByText(t('options.loading'))).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: t('proof.title') })).toBeNull(),
    );
    expect(within(strip).getByRole('button', { name: t('proof.openButton') })).toHaveFocus();
  });
});

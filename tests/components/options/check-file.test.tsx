import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { checkFile } from '@/lib/pages/proofs/check-file.ts';
import { trustSettings } from '@/lib/storage/values/settings.ts';
import { trustInLocal } from '../../price-service/test-signers.ts';
import { alertAt, holdingsOf, proofOf } from '../../unit/domain/proofs/builders.ts';
import { openOptions } from './support.tsx';

vi.mock('@/lib/pages/proofs/check-file.ts', { spy: true });

const fileOf = (content: unknown, name = 'proof.json'): File =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], name);

const field = (): HTMLElement => screen.getByLabelText(t('checkFile.title'));
const result = (): HTMLElement => screen.getByRole('status', { name: t('proof.title') });
const verdict = (): string | undefined =>
  result().querySelector<HTMLElement>('[data-verdict]')?.dataset['verdict'];

async function openSection() {
  const user = await openOptions('#check-file');
  await screen.findByLabelText(t('checkFile.title'));
  return user;
}

/** A file whose content arrives when the test says so. */
function slowFile(content: unknown, name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const file = fileOf(content, name);
  const read = file.arrayBuffer.bind(file);
  file.arrayBuffer = async () => {
    await promise;
    return read();
  };
  return { file, arrive: resolve };
}

beforeEach(() => trustSettings.setValue(trustInLocal()));
afterEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

describe('a chosen file', () => {
  it('gets a verdict first, then the claim, the signers and what is not signed', async () => {
    const user = await openSection();
    await user.upload(field(), fileOf(holdingsOf(), 'mine.json'));
    await waitFor(() => expect(verdict()).toBe('valid'));
    expect(result()).toHaveTextContent(/^Valid125,000 ±\S+ USD/);
    expect(result()).toHaveTextContent('mine.json');
    expect(result()).toHaveTextContent('3 of 5 signers · Local price service (added by you)');
    const apart = result().querySelector('[data-part="not-signed"]');
    expect(apart).toHaveTextContent(t('proofFile.notSigned'));
    expect(apart).toHaveTextContent('Savings');
    expect(result().querySelector('details')).not.toHaveAttribute('open');
  });

  it('by signers that nobody trusts is not valid', async () => {
    await trustSettings.setValue({ ...trustInLocal(), custom: [] });
    const user = await openSection();
    await user.upload(field(), fileOf(proofOf()));
    await waitFor(() => expect(verdict()).toBe('invalid'));
    expect(result()).toHaveTextContent(/unknown source|chain 26/);
    expect(result().querySelector('[data-part="signed"]')).toBeNull();
  });

  it('whose claim does not follow is not valid', async () => {
    const user = await openSection();
    await user.upload(field(), fileOf(proofOf(alertAt('70000'))));
    await waitFor(() => expect(verdict()).toBe('invalid'));
    expect(result()).toHaveTextContent(t('proofFile.notBeyond'));
  });

  it('can be dropped', async () => {
    await openSection();
    fireEvent.drop(field(), { dataTransfer: { files: [fileOf(proofOf())] } });
    await waitFor(() => expect(verdict()).toBe('valid'));
  });
});

describe('one verdict belongs to one file', () => {
  beforeEach(() => vi.spyOn(console, 'error').mockReturnValue(undefined));

  it.each([
    ['cannot be read', '<p>Valid</p>'],
    ['has a time that no date has', proofOf({ savedAt: 1e300 })],
    ['has a currency that does not exist', JSON.stringify(holdingsOf()).replace('"USD"', '"?"')],
  ])('a file that %s is damaged, and the verdict before is gone', async (_, content) => {
    const user = await openSection();
    await user.upload(field(), fileOf(proofOf()));
    await waitFor(() => expect(verdict()).toBe('valid'));
    await user.upload(field(), fileOf(content, 'other.json'));
    await waitFor(() => expect(verdict()).toBe('damaged'));
    expect(result()).not.toHaveTextContent('65,012.45');
    expect(result()).toHaveTextContent('other.json');
  });

  it('an exception of any kind is a damaged file', async () => {
    const user = await openSection();
    await user.upload(field(), fileOf(proofOf()));
    await waitFor(() => expect(verdict()).toBe('valid'));
    const file = fileOf(proofOf());
    file.arrayBuffer = () => Promise.reject(new DOMException('Gone.', 'NotFoundError'));
    await user.upload(field(), file);
    await waitFor(() => expect(verdict()).toBe('damaged'));
  });

  it('the verdict is gone as soon as another file is chosen', async () => {
    const user = await openSection();
    await user.upload(field(), fileOf(proofOf()));
    await waitFor(() => expect(verdict()).toBe('valid'));
    const slow = slowFile(proofOf(alertAt('70000')), 'slow.json');
    await user.upload(field(), slow.file);
    expect(verdict()).toBeUndefined();
    expect(result()).not.toHaveTextContent('65,012.45');
    slow.arrive();
    await waitFor(() => expect(verdict()).toBe('invalid'));
  });

  it.each([
    ['valid', proofOf()],
    ['damaged', '<p>Valid</p>'],
  ])('a late result of an earlier file is ignored: %s', async (_, content) => {
    const user = await openSection();
    const slow = slowFile(content, 'slow.json');
    await user.upload(field(), slow.file);
    await user.upload(field(), fileOf(proofOf(alertAt('70000')), 'other.json'));
    await waitFor(() => expect(verdict()).toBe('invalid'));
    slow.arrive();
    const checks = vi.mocked(checkFile).mock;
    await waitFor(() => expect(checks.settledResults[0]?.type).toBe('rejected'));
    expect(verdict()).toBe('invalid');
    expect(result()).toHaveTextContent('other.json');
  });

  it('a file that is too large is not even read', async () => {
    const user = await openSection();
    const file = fileOf(' '.repeat(4 * 2 ** 20 + 1));
    const read = vi.spyOn(file, 'arrayBuffer');
    await user.upload(field(), file);
    await waitFor(() => expect(verdict()).toBe('damaged'));
    expect(read).not.toHaveBeenCalled();
  });
});

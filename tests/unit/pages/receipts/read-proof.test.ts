import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkProof } from '@/lib/domain/receipts/check-proof.ts';
import { drawnProof } from '@/lib/domain/receipts/document/drawn-proof.ts';
import { proofPage } from '@/lib/domain/receipts/document/proof-page.ts';
import type { ProofFile } from '@/lib/domain/receipts/proof-file.ts';
import { resolveProfiles } from '@/lib/domain/signed-updates/trust/trust-settings.ts';
import { ProofFileError, readProof } from '@/lib/pages/receipts/read-proof.ts';
import { trustInLocal } from '../../../price-service/test-signers.ts';

const PARTS = { script: 'void 0', style: 'p { margin: 0; }' };
const OLD = ['receipt', 'statement'] as const;
const oldFile = (name: string): string =>
  readFileSync(new URL(`files-of-0.2.0/${name}.html`, import.meta.url), 'utf8');

const read = (text: string): Promise<ProofFile> => readProof(new Blob([text]));
const problemOf = async (text: string): Promise<unknown> => {
  const error = await read(text).catch((thrown: unknown) => thrown);
  return error instanceof ProofFileError ? error.message : error;
};
const check = (file: ProofFile) => checkProof(file, resolveProfiles(trustInLocal()).profiles);

describe('a file of version 0.2.0', () => {
  it.each([
    ['receipt', ['B & <TC>'], [6_501_245n]],
    ['statement', ['BTC/USD', 'ETH/USD', 'EUR/USD'], [6_501_245n, 350_017n, 117n]],
  ] as const)('is read for its signed prices: %s', async (name, names, prices) => {
    const file = await read(oldFile(name));
    expect(file.prices.map((price) => price.name)).toEqual(names);
    expect(file.prices[0]!.signed.signers.name).toBe('Lo & "cal"');
    const checked = check(file);
    expect(checked.verdict).toBe('holds');
    const figures = checked.prices.map(({ result }) => typeof result !== 'string' && result.price);
    expect(figures).toEqual(prices);
  });

  it.each(OLD)('shows nothing that its markup says: %s', async (name) => {
    const lies = oldFile(name)
      .replaceAll(/(data-is="(?:price|confidence|utc|value|quantity)">)[^<]*/g, '$1312,000')
      .replaceAll('65,000', '312,000');
    const file = await read(lies);
    const page = drawnProof(file, check(file), { isOwnCheck: false }).body.markup;
    expect(page).toContain('65,012.45');
    expect(page).not.toContain('312,000');
  });

  it.each(OLD)('does not hold with another byte: %s', async (name) => {
    const file = await read(
      oldFile(name).replace(
        /(data-is="update"\s*>\s*[0-9a-f]{300})(.)/,
        (_, start: string, digit: string) => start + (digit === '0' ? '1' : '0'),
      ),
    );
    expect(check(file).verdict).toBe('fails');
  });
});

describe('a file', () => {
  it('is read for its data, whatever surrounds them', async () => {
    const { about, ...old } = await read(oldFile('receipt'));
    expect(about).toEqual({ kind: 'prices' });
    const what = { kind: 'crosses', direction: 'above', level: '65000' } as const;
    const file: ProofFile = { ...old, about: { kind: 'receipt', what, at: 1_795_219_204_000 } };
    const page = await proofPage(file, PARTS);
    expect(await read(page)).toEqual(file);
    const lies = page.replace('void 0', 'alert(1)').replace('<body>', '<body><p>Holds 312,000</p>');
    expect(await read(lies)).toEqual(file);
    const two = `${page}<script type="application/json">{}</script>`;
    expect(await problemOf(two)).toBe('Damaged.');
  });

  it.each([
    ['nothing', ''],
    ['other text', '<p>Hello</p>'],
    ['a price without an end', '<section data-price>'.repeat(3)],
    ['data without an end', '<script type="application/json">{"prices":['],
    ['nested data', `<script type="application/json">${'['.repeat(1_000_000)}</script>`],
    ['very many prices', '<section data-price></section>'.repeat(200_000)],
    ['very many parts', ' data-is="'.repeat(500_000)],
    [
      'very many parts of a price',
      `<section data-price ${' data-is="a" '.repeat(300_000)}</section>`,
    ],
    ['very many names', `<section data-price ${'<bdi>'.repeat(1_000_000)}</section>`],
  ])('of %s is damaged', async (_, text) => {
    expect(await problemOf(text)).toBe('Damaged.');
  });

  it('of more than 8 MiB is not read', async () => {
    expect(await problemOf(' '.repeat(8 * 2 ** 20 + 1))).toBe('Too large.');
    expect(await problemOf(' '.repeat(8 * 2 ** 20))).toBe('Damaged.');
  });
});

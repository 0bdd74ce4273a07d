import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkProof, isVerified } from '@/lib/domain/proofs/check-proof.ts';
import { MAX_PRICES, type ProofFile } from '@/lib/domain/proofs/proof-file.ts';
import { PROOF_LIMITS, readProof } from '@/lib/domain/proofs/read-proof.ts';
import { alertAt, bytesOf, holdingsOf, LOCAL_PROFILES, proofOf } from './builders.ts';

const read = (text: string) => readProof(bytesOf(text));
const readFile = (file: unknown) => read(JSON.stringify(file));
const oldFile = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`files-of-0.2.0/${name}`, import.meta.url)));

it('a proof file is read as it was written, with or without a byte order mark', () => {
  const file = proofOf(alertAt('65000'));
  const { binary, notSigned } = read(`\uFEFF${JSON.stringify(file, null, 2)}\n`);
  expect(binary).toEqual({ encoding: 'base64', data: file.prices });
  expect(notSigned).toEqual(file.notSigned);
});

describe('signed bytes that version 0.2.0 saved', () => {
  const hex = oldFile('update.bin').toHex();
  const base64 = oldFile('update.bin').toBase64();

  it.each([
    ['an update in hex', oldFile('update-hex.json')],
    ['an update in base64', oldFile('update-base64.json')],
    ['plain', oldFile('update.bin')],
    ['copied as hex', bytesOf(`${hex}\n`)],
    ['copied as base64', bytesOf(base64)],
  ])('are valid: %s', async (_, bytes) => {
    const proof = readProof(bytes);
    expect(proof.notSigned).toBeNull();
    const checked = await checkProof(proof, LOCAL_PROFILES, new AbortController().signal);
    expect(checked.verdict).toBe('valid');
    expect(checked.prices.filter(isVerified).map(({ price }) => price)).toEqual([
      6_501_245n,
      350_017n,
    ]);
  });

  it('may have several parts', () => {
    expect(read(`${hex}\n${hex}`).binary).toEqual({ encoding: 'hex', data: [hex, hex] });
  });
});

function withLines(count: number): ProofFile {
  const file = holdingsOf();
  const { holdings } = file.notSigned;
  const lines = Array.from({ length: count }, () => holdings!.lines[0]!);
  return { ...file, notSigned: { ...file.notSigned, holdings: { ...holdings!, lines } } };
}

const withLine = (part: object): unknown => {
  const file = holdingsOf();
  const { holdings } = file.notSigned;
  const lines = [{ ...holdings!.lines[0]!, ...part }];
  return { ...file, notSigned: { ...file.notSigned, holdings: { ...holdings!, lines } } };
};

const withHoldings = (part: object): unknown => {
  const file = holdingsOf();
  const holdings = { ...file.notSigned.holdings!, ...part };
  return { ...file, notSigned: { ...file.notSigned, holdings } };
};

describe('a file is damaged', () => {
  it.each([
    ['without content', ''],
    ['that is a page', '<p>Holds</p>'],
    ['of another format', JSON.stringify({ ...proofOf(), format: 'other' })],
    ['of a newer version', JSON.stringify({ ...proofOf(), version: 2 })],
    ['without prices', JSON.stringify(proofOf({}, []))],
    ['that ends early', JSON.stringify(proofOf()).slice(0, -1)],
    ['of nested lists', `{"a":${'['.repeat(1_000_000)}`],
    ['of many tiny values', `{"a":[${'0,'.repeat(1_000_000)}0]}`],
    ['of many tiny parts', 'UE5BV '.repeat(400_000)],
    ['of many parts of white space', ' \n'.repeat(2_000_000)],
  ])('%s', (_, text) => {
    expect(() => read(text)).toThrow();
  });

  it('with a field that nobody reads, if it is nested deeply or very long', () => {
    const file = (extra: string) => JSON.stringify(proofOf()).replace('{', `{"extra":${extra},`);
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(read(file(nested(15))).binary.data).toHaveLength(1);
    expect(() => read(file(nested(16)))).toThrow('levels');
    expect(() => read(file(`[${'0,'.repeat(PROOF_LIMITS.values)}0]`))).toThrow('values');
  });

  it('that is not text', () => {
    expect(() => readProof(Uint8Array.of(0x7b, 0xff, 0xfe))).toThrow();
  });

  it('above 4 MiB', () => {
    const most = JSON.stringify(proofOf()).padEnd(PROOF_LIMITS.bytes, ' ');
    expect(read(most).binary.data).toHaveLength(1);
    expect(() => read(`${most} `)).toThrow('Too large.');
  });

  it('with more prices or lines than the limit', () => {
    const [price = ''] = proofOf().prices;
    const prices = (count: number) =>
      proofOf(
        {},
        Array.from({ length: count }, () => price),
      );
    expect(readFile(prices(MAX_PRICES)).binary.data).toHaveLength(MAX_PRICES);
    expect(() => readFile(prices(MAX_PRICES + 1))).toThrow();
    expect(readFile(withLines(MAX_PRICES)).notSigned?.holdings?.lines).toHaveLength(MAX_PRICES);
    expect(() => readFile(withLines(MAX_PRICES + 1))).toThrow();
    expect(() => readFile(withLines(0))).toThrow();
  });

  it.each([
    ['a time before 1970', proofOf({ savedAt: -1 })],
    ['a time that no date has', proofOf({ savedAt: 8.64e15 + 1 })],
    ['a time with a fraction', proofOf({ savedAt: 0.5 })],
    ['a long name', proofOf({ names: ['x'.repeat(301)] })],
    ['a level with many digits', proofOf(alertAt('1'.repeat(101)))],
    ['a level that is no number', proofOf(alertAt('1e9'))],
    ['a time of holdings that no date has', withHoldings({ time: 1e300 })],
    ['no currency', withHoldings({ currency: 'x!' })],
    ['a quantity with many digits', withLine({ quantity: '9'.repeat(101) })],
    ['a quantity that is no number', withLine({ quantity: 'NaN' })],
    ['a place beyond any price', withLine({ factors: [{ price: 500, isInverse: false }] })],
    ['a place before the first price', withLine({ factors: [{ price: -1, isInverse: false }] })],
    [
      'many factors',
      withLine({ factors: Array.from({ length: 11 }, () => ({ price: 0, isInverse: false })) }),
    ],
  ])('with %s', (_, file) => {
    expect(() => readFile(file)).toThrow();
  });
});

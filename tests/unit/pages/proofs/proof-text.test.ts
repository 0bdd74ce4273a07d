import { expect, it } from 'vitest';
import { formatDuration } from '@/lib/base/locale/format-duration.ts';
import { t } from '@/lib/base/locale/t.ts';
import { proofText, type ProofText } from '@/lib/pages/proofs/proof-text.ts';
import { signPriceUpdate } from '../../../price-service/signing.ts';
import { BTC, ETH, parsedItem } from '../../background/feeds.ts';
import { alertAt, check, holdingsOf, proofOf, PUBLISHED } from '../../domain/proofs/builders.ts';

const names: Record<string, string> = { [BTC]: 'Mine', [ETH]: 'Ether' };

async function textOf(file: unknown): Promise<ProofText> {
  return proofText(await check(file), (id) => names[id] ?? id);
}

it('of one price says the price, and under the name that the user knows', async () => {
  const text = await textOf(proofOf({ names: ['Gold'] }));
  expect(text.claim).toBe('Mine 65,012.45 ±1.00');
  expect(text.prices).toMatchObject([{ place: '', name: 'Mine', id: BTC }]);
  expect(JSON.stringify(text.prices)).not.toContain('Gold');
  expect(text.notSigned?.facts).toContainEqual(['[1]', 'Gold']);
  expect(text.remarks).toEqual([]);
});

it('names all signers once', async () => {
  expect((await textOf(holdingsOf())).signers).toEqual([
    '3 of 5 signers · Local price service (added by you)',
  ]);
});

it('of an alert says what the owner says apart, and why it is not valid', async () => {
  const text = await textOf(proofOf(alertAt('70000')));
  expect(text.remarks).toEqual([t('proofFile.notBeyond')]);
  expect(text.notSigned?.facts[0]).toEqual([
    t('proofFile.triggered'),
    expect.stringMatching(/^BTC\/USD rose above 70000 · Nov 2\d, 2026/),
  ]);
});

it('of holdings says the total, and how each value is calculated', async () => {
  const text = await textOf(holdingsOf());
  expect(text.claim).toMatch(/^125,000 ±\S+ USD$/);
  expect(text.prices.map(({ place }) => place)).toEqual(['[1]', '[2]']);
  expect(text.notSigned?.lines).toMatchObject([
    { name: 'BTC/USD', calculation: '2.5 × [1]', value: expect.stringMatching(/^160,000/) },
    { name: 'ETH/USD', calculation: '−10 × [2]', value: expect.stringMatching(/^−35,000/) },
  ]);
});

it.each([
  [{ by: 'rate', value: '31.1' } as const, '2.5 × [1] ÷ [2] × 31.1'],
  [{ by: 'per', value: '31.1' } as const, '2.5 × [1] ÷ [2] ÷ 31.1'],
])('says how a rate is used: %j', async (rate, words) => {
  const file = holdingsOf();
  const factors = [0, 1].map((price) => ({ price, isInverse: price === 1 }));
  const [line] = file.notSigned.holdings!.lines;
  file.notSigned.holdings!.lines = [{ ...line!, factors, rate }];
  expect((await textOf(file)).notSigned?.lines[0]?.calculation).toBe(words);
});

it.each([
  [-60, []],
  [60, []],
  [61, [t('proofFile.early', { name: 'Mine', duration: formatDuration(61) })]],
  [-61, [t('proofFile.late', { name: 'Mine', duration: formatDuration(61) })]],
])('says which prices are more than a minute away from the stated time: %i', async (by, words) => {
  const { remarks } = await textOf(holdingsOf('2.5', PUBLISHED + by));
  expect(remarks.slice(0, 1)).toEqual(words);
  expect(remarks).toHaveLength(2 * words.length);
});

it('without a total says so instead of a claim', async () => {
  const file = holdingsOf();
  file.notSigned.holdings!.lines[0]!.factors = [{ price: 7, isInverse: false }];
  const { claim, remarks, notSigned } = await textOf(file);
  expect([claim, remarks]).toEqual(['', [t('proofFile.noTotal')]]);
  expect(notSigned?.lines[0]?.value).toBe('');
});

it('with a price that failed has no claim, and says which one and why', async () => {
  const { verdict, claim, remarks, prices } = await textOf(proofOf({}, ['UE5BVQ==']));
  expect([verdict, claim, prices]).toEqual(['invalid', '', []]);
  expect(remarks).toEqual([expect.stringMatching(/^\[1\] /)]);
});

it('of many prices says how many, and of an update of 0.2.0 nothing that is not signed', async () => {
  const items = [BTC, ETH].map((id) => parsedItem(id, '1', PUBLISHED, 4_488_048_007));
  const { claim, notSigned } = await textOf({ ...signPriceUpdate(items), parsed: items });
  expect([claim, notSigned]).toEqual([t('proofFile.prices', { count: 2 }), null]);
});

it('hides no text, and shows none in another order', async () => {
  const text = await textOf(proofOf({ names: ['\u202Eevil\u200B', '  '] }));
  expect(text.notSigned?.facts).toContainEqual(['[1]', 'evil']);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPrice, writePrice } from '@/lib/domain/prices/price-text.ts';
import {
  isUsualPrice,
  storedPriceSchema,
  type StoredPrice,
} from '@/lib/domain/prices/stored-price.ts';
import { BAD_SIGNATURE } from '../../proofs.ts';
import { PRICE } from '../../storage/shapes/prices.ts';

const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
const mantissa = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String);
const slot = fc.option(fc.nat());

const prices: fc.Arbitrary<StoredPrice> = fc.record(
  {
    price: mantissa,
    conf: mantissa,
    expo: fc.integer({ min: -30, max: 30 }),
    publishTime: seconds,
    emaPrice: mantissa,
    emaConf: mantissa,
    emaExpo: fc.integer({ min: -30, max: 30 }),
    slot,
    prevPublishTime: fc.option(seconds),
    proofAvailableTime: fc.option(seconds),
    receivedAt: fc.integer({ min: 0, max: 4_000_000_000_000 }),
    direction: fc.constantFrom(-1, 0, 1),
    proof: fc.constantFrom(PRICE.proof, {
      state: 'unchecked' as const,
      reason: BAD_SIGNATURE,
      trust: 'b2',
    }),
    isSample: fc.constant(true as const),
    verifiedBefore: fc.record({ publishTime: seconds, slot }),
  },
  {
    requiredKeys: [
      'price',
      'conf',
      'expo',
      'publishTime',
      'emaPrice',
      'emaConf',
      'emaExpo',
      'slot',
      'prevPublishTime',
      'proofAvailableTime',
      'receivedAt',
      'direction',
    ],
  },
);

describe('the text of a price', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(prices, (price) => {
        expect(storedPriceSchema.parse(readPrice(writePrice(price)))).toEqual(price);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['half of a text', writePrice(PRICE).slice(0, 60)],
    ['an object', JSON.stringify(PRICE)],
    ['a number', '7'],
    ['null', 'null'],
    ['an empty list', '[]'],
    ['a list of lists', JSON.stringify(Array.from({ length: 14 }, () => []))],
    ['texts for times', writePrice(PRICE).replace('1795000000', '"1795000000"')],
    ['a publish time that is none', writePrice(PRICE).replace('1795000000', 'null')],
  ])('%s is no price', (_, text) => {
    expect(storedPriceSchema.safeParse(readPrice(text)).success).toBe(false);
  });

  it('a damaged proof is dropped', () => {
    const damaged = writePrice(PRICE).replace(/\["a1b2".*?\]/, '["a1b2",3]');
    expect(damaged).not.toBe(writePrice(PRICE));
    const { proof: _, ...unproven } = PRICE;
    expect(storedPriceSchema.parse(readPrice(damaged))).toEqual(unproven);
  });
});

describe('the quick check of a price', () => {
  it('accepts a verified price and one without a proof', () => {
    const { proof: _, ...unproven } = PRICE;
    expect([PRICE, unproven].map(isUsualPrice)).toEqual([true, true]);
  });

  it('accepts nothing that the schema changes or rejects', () => {
    const wrong = fc.constantFrom(null, undefined, '7', 'x', 7, 0.5, NaN, 1e300, true, {}, []);
    const ofPrice = fc.constantFrom(...Object.keys(PRICE));
    const ofProof = fc.constantFrom(...Object.keys(PRICE.proof));
    fc.assert(
      fc.property(
        prices,
        wrong,
        ofPrice,
        ofProof,
        fc.boolean(),
        (price, value, key, part, isIn) => {
          const proof: object | undefined = isIn ? { ...price.proof, [part]: value } : price.proof;
          const damaged = isIn ? { ...price, proof } : { ...price, [key]: value };
          if (isUsualPrice(damaged)) expect(storedPriceSchema.parse(damaged)).toEqual(damaged);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

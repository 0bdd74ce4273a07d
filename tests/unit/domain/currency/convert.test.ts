import { describe, expect, it } from 'vitest';
import { convertPastPrice, convertSpark } from '@/lib/domain/currency/convert-past.ts';
import { convertPrice } from '@/lib/domain/currency/convert-price.ts';
import { ONE } from '@/lib/domain/currency/rational.ts';
import type { ConversionRoute } from '@/lib/domain/currency/route.ts';
import { writePastPrice } from '@/lib/domain/history/past-price.ts';
import { readSpark, writeSpark, type Spark } from '@/lib/domain/history/spark.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { proofOf } from '../../proofs.ts';

const TO_EUROS: ConversionRoute = { legs: [{ id: 'eur', isInverse: true }], factor: ONE };
const VERIFIED = { proof: proofOf('verified', 't') };
const UNCHECKED = { proof: proofOf('unchecked', 't') };

function priceOf(price: string, change: Partial<StoredPrice> = {}): StoredPrice {
  return {
    price,
    conf: '0',
    expo: -2,
    publishTime: 100,
    emaPrice: price,
    emaConf: '0',
    emaExpo: -2,
    slot: null,
    prevPublishTime: null,
    proofAvailableTime: null,
    receivedAt: 100_000,
    direction: 1,
    ...change,
  };
}

describe('a price in another currency', () => {
  it('is as old as its oldest part, and has price and average', () => {
    const price = priceOf('10000', { conf: '100', emaPrice: '8000', emaConf: '80' });
    const rate = priceOf('125', { publishTime: 60, receivedAt: 130_000, emaPrice: '160' });
    const converted = convertPrice(price, TO_EUROS, [rate]);
    expect(converted).toMatchObject({ price: '8000', conf: '80', expo: -2, publishTime: 60 });
    expect(converted).toMatchObject({ emaPrice: '5000', emaConf: '50', receivedAt: 130_000 });
  });

  it('is verified only if all of its parts are', () => {
    const proofWith = (own: Partial<StoredPrice>, leg: Partial<StoredPrice>) =>
      convertPrice(priceOf('1', own), TO_EUROS, [priceOf('1', leg)])?.proof?.state;
    expect(proofWith(VERIFIED, VERIFIED)).toBe('verified');
    const other = priceOf('1', { proof: proofOf('verified', 'u') });
    expect(convertPrice(priceOf('1', VERIFIED), TO_EUROS, [other])).toMatchObject(VERIFIED);
    expect(proofWith(VERIFIED, UNCHECKED)).toBe('unchecked');
    expect(proofWith(UNCHECKED, VERIFIED)).toBe('unchecked');
    expect(proofWith(VERIFIED, {})).toBeUndefined();
    expect(proofWith({}, VERIFIED)).toBeUndefined();
  });

  it('moves by what it was before, which a rate alone can change', () => {
    const convert = (rate: string, before?: StoredPrice) =>
      convertPrice(priceOf('10000', { direction: 1 }), TO_EUROS, [priceOf(rate)], before);
    const first = convert('100')!;
    expect(first.direction).toBe(1);
    expect(convert('200', first)?.direction).toBe(-1);
    expect(convert('50', first)?.direction).toBe(1);
    expect(convert('100', first)?.direction).toBe(0);
    expect(convert('100', { ...first, price: 'x' })?.direction).toBe(0);
  });

  it('does not exist while a part is damaged', () => {
    expect(convertPrice(priceOf('1'), TO_EUROS, [priceOf('0')])).toBeNull();
    expect(convertPrice(priceOf('x'), TO_EUROS, [priceOf('1')])).toBeNull();
  });

  it.each(['x', '0', '-1'])('does not exist while only the price of a rate is %s', (bad) => {
    expect(convertPrice(priceOf('1'), TO_EUROS, [priceOf(bad, { emaPrice: '1' })])).toBeNull();
    expect(convertPrice(priceOf(bad, { emaPrice: '1' }), TO_EUROS, [priceOf('0')])).toBeNull();
    expect(convertPrice(priceOf('1'), TO_EUROS, [priceOf('1', { emaPrice: bad })])).toBeNull();
  });
});

describe('a past price in another currency', () => {
  const own = writePastPrice({ time: 60, price: '10000', expo: -2, trust: 't' });
  const rate = (change: object = {}) =>
    writePastPrice({ time: 60, price: '125', expo: -2, trust: 't', ...change });

  const pastIn = ([text, leg]: [string | null, string | null]) => {
    const texts = { ...(text !== null && { btc: text }), ...(leg !== null && { eur: leg }) };
    return convertPastPrice(texts, 'btc', TO_EUROS);
  };

  it('is that of the same time', () => {
    expect(pastIn([own, rate()])).toBe('60 800000000000000 -13 vt');
    expect(pastIn([own, rate({ time: 120 })])).toBeNull();
    expect(pastIn([own, null])).toBeNull();
    expect(pastIn([null, rate()])).toBeNull();
  });

  it('is verified under a trust only if all are', () => {
    expect(pastIn([own, rate({ trust: null })])).toMatch(/ u$/);
    expect(pastIn([own, rate({ trust: 'other' })])).toMatch(/ u$/);
  });

  it('is missing for the reason of the missing one', () => {
    const closed = writePastPrice({ time: 60, gap: 'closed' });
    expect(pastIn([own, closed])).toBe(closed);
  });
});

describe('a sparkline in another currency', () => {
  const line = (points: Spark['points'], expo = -2): string => {
    const empty = Array.from({ length: 25 - points.length }, () => undefined);
    return writeSpark({ firstHour: 500, expo, points: [...points, ...empty], requiredTrust: null });
  };

  it('has a point where all lines have one', () => {
    const own = line([10_000n, 20_000n, null, 40_000n, undefined, 60_000n]);
    const rate = line([125n, 250n, 125n, null, 125n, 100n]);
    const spark = readSpark(convertSpark(own, TO_EUROS, [rate], null)!, null)!;
    expect(spark.points.slice(0, 6)).toEqual([80_000n, 80_000n, null, null, undefined, 600_000n]);
    expect(spark).toMatchObject({ firstHour: 500, expo: -3 });
  });

  it('is not known while one line is not', () => {
    expect(convertSpark(line([1n]), TO_EUROS, [null], null)).toBeNull();
    expect(convertSpark(line([null]), TO_EUROS, [line([1n])], null)).toBeNull();
  });
});

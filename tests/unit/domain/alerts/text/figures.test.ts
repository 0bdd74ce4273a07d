import { formatDuration } from '@/lib/base/locale/format-duration.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firingWords } from '@/lib/domain/alerts/text/event-words.ts';
import {
  amountText,
  limitText,
  plainPercent,
  priceText,
} from '@/lib/domain/alerts/text/figures.ts';
import { addDecimals, compareDecimals, subtractDecimals } from '@/lib/domain/prices/arithmetic.ts';
import { parseDecimal, toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { makeFiring } from '../builders.ts';

const read = (text: string): Decimal => parseDecimal(text)!;

/** The number that a formatted text shows. */
function shown(text: string): Decimal {
  const plain = text.replaceAll(',', '').replace('\u2212', '-');
  const tiny = /^(-?)0\.0([₀-₉]+)(\d+)$/.exec(plain);
  if (!tiny) return read(plain);
  const zeros = tiny[2]!.replaceAll(/./gu, (digit) => String(digit.charCodeAt(0) - 0x2080));
  return read(`${tiny[1]}0.${'0'.repeat(Number(zeros))}${tiny[3]}`);
}

describe('a price', () => {
  it.each([
    ['65012.45781203', undefined, '65,012.46'],
    ['66000.00000000', undefined, '66,000.00'],
    ['0.00001042991', undefined, '0.0₄1043'],
    ['65000.00100000', { level: '65000' }, '65,000.001'],
    ['64999.99999999', { level: '65000' }, '64,999.99999999'],
    ['65000.00000000', { level: '65000' }, '65,000.00'],
    ['1.00000400', { price: '1.00000300' }, '1.000004'],
  ])('of %s beside %j is %s', (price, beside, text) => {
    const other = beside && Object.values(beside)[0];
    const exact = other === undefined ? undefined : read(other);
    const key = beside && 'level' in beside ? 'level' : 'price';
    const compared = exact && (key === 'level' ? { level: exact } : { price: exact });
    expect(priceText(read(price), compared)).toBe(text);
  });

  // From below a millionth to a billion: texts in billions have a letter.
  const price = fc.tuple(fc.bigInt(-(10n ** 16n), 10n ** 16n), fc.integer({ min: -12, max: -8 }));
  const decimal = price.map(([mantissa, expo]): Decimal => ({ mantissa, expo }));
  const small = fc.tuple(fc.bigInt(0n, 10n ** 6n), fc.integer({ min: -12, max: -4 }));

  it('never seems to be on another side of a level than it is', () => {
    fc.assert(
      fc.property(decimal, small, fc.boolean(), (level, [mantissa, expo], isAbove) => {
        const distance = { mantissa, expo };
        const near = (isAbove ? addDecimals : subtractDecimals)(level, distance);
        const order = compareDecimals(near, level);
        expect(compareDecimals(shown(priceText(near, { level })), level)).toBe(order);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never seems equal to another price in its sentence unless it is', () => {
    fc.assert(
      fc.property(decimal, small, (one, [mantissa, expo]) => {
        const other = addDecimals(one, { mantissa, expo });
        const texts = [priceText(one, { price: other }), priceText(other, { price: one })];
        const [a, b] = texts.map(shown);
        expect(compareDecimals(a!, b!)).toBe(compareDecimals(one, other));
      }),
      { numRuns: 2_000 },
    );
  });

  it('that has triggered an alert is beyond its level in the notification too', () => {
    const what = { kind: 'crosses', direction: 'above', level: '65000' } as const;
    const at = { price: '6500000049', conf: '1200', expo: -5, publishTime: 1, slot: null };
    expect(firingWords(makeFiring({ what, price: at }), 'BTC/USD')).toBe(
      'BTC/USD rose above 65,000 · 65,000.0005 ±0.012',
    );
  });
});

describe('a distance', () => {
  it.each([
    ['783.3916183271', '12.5', '783'],
    ['1747.86214846', '12.5', '1,748'],
    ['783.3916183271', '0.02', '783.39'],
    ['783.3916183271', '0', '783.39'],
    ['0.3', '12.5', '0.3'],
    ['0.00000001', '12.5', '0.00000001'],
    ['0', '12.5', '0'],
  ])('of %s with a confidence of %s is %s', (amount, confidence, text) => {
    expect(amountText(read(amount), read('64312.45781203'), read(confidence))).toBe(text);
  });

  it('never looks like none unless it is', () => {
    const any = fc.tuple(fc.bigInt(0n, 10n ** 16n), fc.integer({ min: -12, max: 0 }));
    fc.assert(
      fc.property(any, any, any, (...parts) => {
        const [amount, price, confidence] = parts.map(([mantissa, expo]) => ({ mantissa, expo }));
        const text = amountText(amount!, price!, confidence);
        expect(shown(text).mantissa === 0n).toBe(amount!.mantissa === 0n);
      }),
      { numRuns: 2_000 },
    );
  });
});

it('a limit is rounded so that a price on it has reached it', () => {
  const any = fc.tuple(fc.bigInt(-(10n ** 16n), 10n ** 16n), fc.integer({ min: -12, max: -8 }));
  fc.assert(
    fc.property(any, fc.constantFrom('above', 'below'), ([mantissa, expo], side) => {
      const limit = { mantissa, expo };
      const order = compareDecimals(shown(limitText(limit, side)), limit);
      expect(order === 0 || order === (side === 'above' ? 1 : -1), toDecimalString(limit)).toBe(
        true,
      );
    }),
    { numRuns: 2_000 },
  );
});

describe('a duration', () => {
  it.each([
    [0, '0 sec', '0 seconds'],
    [1, '1 sec', '1 second'],
    [45, '45 sec', '45 seconds'],
    [90, '90 sec', '90 seconds'],
    [900, '15 min', '15 minutes'],
    [1_234, '21 min', '21 minutes'],
    [3_600, '1 hr', '1 hour'],
    [86_400, '24 hr', '24 hours'],
    [604_800, '7 days', '7 days'],
  ])('of %i seconds is %s', (seconds, short, long) => {
    expect(formatDuration(seconds).replace('\u00a0', ' ')).toBe(short);
    expect(formatDuration(seconds, 'long').replace('\u00a0', ' ')).toBe(long);
  });
});

it('a percentage has no sign', () => {
  expect(['-6.00', '0.1', '1234'].map(plainPercent)).toEqual(['6.00%', '0.1%', '1,234%']);
});

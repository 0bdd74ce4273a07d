import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_DIGITS,
  MAX_EXPONENT,
  parseDecimal,
  parseMantissa,
  toDecimal,
  toDecimalString,
  toNumber,
} from '@/lib/domain/prices/decimal.ts';
import { anyFigure } from './figures.ts';

describe('parseMantissa', () => {
  it.each([
    ['6431245781203', 6431245781203n],
    ['-5', -5n],
    ['0', 0n],
    ['-0', 0n],
    ['007', 7n],
    ['18446744073709551616', 18446744073709551616n],
    ['9'.repeat(MAX_DIGITS), 10n ** BigInt(MAX_DIGITS) - 1n],
    [`-${'9'.repeat(MAX_DIGITS)}`, 1n - 10n ** BigInt(MAX_DIGITS)],
  ])('reads %j', (text, value) => {
    expect(parseMantissa(text)).toBe(value);
  });

  it.each(
    [
      '',
      '-',
      '+5',
      ' 5',
      '5 ',
      '5\n',
      '1e5',
      '1.5',
      '0x10',
      'NaN',
      'Infinity',
      '--5',
      '1_000',
    ].concat(['１２', '٣', '1,000', '9'.repeat(MAX_DIGITS + 1), `-${'9'.repeat(MAX_DIGITS + 1)}`]),
  )('rejects %j', (text) => {
    expect(parseMantissa(text)).toBeNull();
  });
});

describe('toDecimal', () => {
  it.each([
    ['NaN', -8],
    ['1', 0.5],
    ['1', Number.NaN],
    ['1', Infinity],
    ['1', MAX_EXPONENT + 1],
    ['1', -MAX_EXPONENT - 1],
    ['1', 2_000_000_000],
    ['1', -2_000_000_000],
    ['9'.repeat(10_000), -8],
    ['9'.repeat(10_000_000), -8],
  ])('rejects %.20s with exponent %d', (digits, expo) => {
    expect(toDecimal(digits, expo)).toBeNull();
  });

  it('accepts and prints the largest number', () => {
    const largest = toDecimal('9'.repeat(MAX_DIGITS), MAX_EXPONENT);
    expect(largest && toDecimalString(largest)).toHaveLength(MAX_DIGITS + MAX_EXPONENT);
  });
});

describe('toDecimalString', () => {
  it.each([
    ['6431245781203', -8, '64312.45781203'],
    ['10723950000000', -8, '107239.50000000'],
    ['-5', -2, '-0.05'],
    ['-500', -2, '-5.00'],
    ['0', -8, '0.00000000'],
    ['-0', -2, '0.00'],
    ['0', 3, '0'],
    ['12', 3, '12000'],
    ['-12', 0, '-12'],
    ['1', -10, '0.0000000001'],
    ['100', -2, '1.00'],
    ['99', -2, '0.99'],
  ])('%s × 10^%d is %s', (digits, expo, text) => {
    const d = toDecimal(digits, expo);
    expect(d && toDecimalString(d)).toBe(text);
  });

  it('parses back to the same number', () => {
    fc.assert(
      fc.property(anyFigure, (d) => {
        const again = parseDecimal(toDecimalString(d));
        const zeros = BigInt(Math.max(0, d.expo));
        expect(again).toEqual({ mantissa: d.mantissa * 10n ** zeros, expo: Math.min(0, d.expo) });
      }),
    );
  });
});

describe('parseDecimal', () => {
  it.each([
    ['65000.5', 650005n, -1],
    ['+1.50', 150n, -2],
    ['-0.05', -5n, -2],
    ['−0.05', -5n, -2],
    ['.5', 5n, -1],
    ['5.', 5n, 0],
    ['  7 ', 7n, 0],
    ['0', 0n, 0],
  ])('reads %j', (text, mantissa, expo) => {
    expect(parseDecimal(text)).toEqual({ mantissa, expo });
  });

  it.each([
    '',
    ' ',
    '.',
    '-',
    '-.',
    '65,000.5',
    '65 000',
    '1e5',
    '1.2.3',
    '0x1',
    'NaN',
    '--1',
    `0.${'0'.repeat(MAX_EXPONENT + 1)}`,
    '9'.repeat(MAX_DIGITS + 1),
    ' '.repeat(10_000_000),
    '9'.repeat(10_000_000),
  ])('rejects %.20j', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });
});

describe('toNumber', () => {
  it.each([
    ['6431245781203', -8, 64312.45781203],
    ['-1', 400, -Infinity],
    ['1', -400, 0],
    ['3', 2, 300],
  ])('%s × 10^%d is close to %d', (digits, expo, value) => {
    const d = toDecimal(digits, expo);
    expect(d && toNumber(d)).toBe(value);
  });
});

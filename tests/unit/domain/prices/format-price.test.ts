import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimals } from '@/lib/domain/prices/arithmetic.ts';
import { toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import {
  formatConfidence,
  formatPercent,
  formatPrice,
  changeAmount,
  formatShare,
  lastRowPlace,
  type FormatPriceOptions,
} from '@/lib/domain/prices/format-price.ts';
import { anyFigure, figure } from './figures.ts';

const MINUS = '\u2212';

function row(d: Decimal, options: Partial<FormatPriceOptions> = {}): string {
  return formatPrice(d, { digits: 'row', locale: 'en-US', ...options }).text;
}

function dimmed(d: Decimal, confidence: Decimal, digits: 'all' | 'row' = 'all'): string {
  const { certain, uncertain } = formatPrice(d, { digits, confidence, locale: 'en-US' });
  return `${certain}|${uncertain}`;
}

describe('a price in a row', () => {
  it.each([
    ['64312.45781203', -8, '64,312.46'],
    ['64312.45', -2, '64,312.45'],
    ['2506.79', -8, '2,506.79'],
    ['148.321', -8, '148.321'],
    ['152.314', -3, '152.314'],
    ['231.41', -2, '231.41'],
    ['12.345678', -8, '12.3457'],
    ['1.08421', -5, '1.08421'],
    ['4.213', -3, '4.213'],
    ['0.5', -8, '0.50000'],
    ['0.0712345678', -10, '0.071235'],
    ['0.00071234567', -12, '0.00071235'],
    ['0.000071234567', -12, '0.0₄7123'],
    ['0.000001042', -10, '0.0₅1042'],
    ['0.000001042', -12, '0.0₅1042'],
    ['0.00000012', -8, '0.0₆12'],
    ['1234567.89', -8, '1,234,568'],
    ['999999.994', -8, '999,999.99'],
    ['999999.995', -8, '1,000,000'],
    ['123456789.5', -8, '123,456,790'],
    ['999999999.5', -8, '1.00000B'],
    ['1234567890', -2, '1.23457B'],
    ['1234567890123', 0, '1.23457T'],
    ['123456789012345', 0, '123.457T'],
    ['999999500000000', 0, '1.000\u00A0×\u00A010¹⁵'],
    ['999999400000000', 0, '999.999T'],
    ['1234567890123456', 0, '1.235\u00A0×\u00A010¹⁵'],
    ['-1234567890123456', 0, `${MINUS}1.235\u00A0×\u00A010¹⁵`],
    ['9999400000000000', 0, '9.999\u00A0×\u00A010¹⁵'],
    ['9999500000000000', 0, '1.000\u00A0×\u00A010¹⁶'],
    ['1234567890123456789012345678', 0, '1.235\u00A0×\u00A010²⁷'],
    ['1000', 3, '1,000'],
    ['1000000000000', 12, '1.00000T'],
    ['-37.63', -8, `${MINUS}37.6300`],
    ['-0.000001042', -12, `${MINUS}0.0₅1042`],
    ['0', -8, '0.00'],
    ['0', -1, '0.0'],
    ['0', 0, '0'],
    ['7', 0, '7'],
  ])('%s at exponent %d is %s', (text, expo, shown) => {
    expect(row(figure(text, expo))).toBe(shown);
  });

  it.each([
    ['9.999996', '10.0000'],
    ['99.99996', '100.000'],
    ['0.9999999', '1.00000'],
    ['0.0000099996', '0.0₄1000'],
    ['0.000099996', '0.00010000'],
  ])('%s is rounded up and has the format of its new magnitude: %s', (text, shown) => {
    expect(row(figure(text, -14))).toBe(shown);
  });

  it('has the same number of decimals at every tick', () => {
    expect(['1.1', '1.10000001', '9.9', '5'].map(decimals)).toEqual([5, 5, 5, 5]);
    expect(['64312', '64312.4', '99999.98765432'].map(decimals)).toEqual([2, 2, 2]);
  });

  it('is never wide', () => {
    fc.assert(
      fc.property(anyFigure, (d) => {
        const { text } = formatPrice(d, { digits: 'row', locale: 'en-US' });
        // Twelve characters plus a sign and the widest exponent.
        expect(text.length).toBeLessThanOrEqual(15);
        expect(text).not.toMatch(/NaN|undefined|Infinity|-/);
      }),
    );
  });

  it('has a plus before a positive change on request', () => {
    expect(row(figure('1347.2', -8), { sign: 'always' })).toBe('+1,347.20');
    expect(row(figure('-1347.2', -8), { sign: 'always' })).toBe(`${MINUS}1,347.20`);
    expect(row(figure('0', -8), { sign: 'always' })).toBe('0.00');
  });
});

describe('a price with all its digits', () => {
  it.each([
    ['en-US', `${MINUS}12,345,678.50`, '1,234.5'],
    ['en-IN', `${MINUS}1,23,45,678.50`, '1,234.5'],
    ['de-DE', `${MINUS}12.345.678,50`, '1.234,5'],
    ['es-ES', `${MINUS}12.345.678,50`, '1234,5'],
    ['de-CH', `${MINUS}12’345’678.50`, '1’234.5'],
    ['ar-EG', `${MINUS}12,345,678.50`, '1,234.5'],
    ['not a tag', `${MINUS}12,345,678.50`, '1,234.5'],
  ])('in %s', (locale, long, short) => {
    const all = (d: Decimal) => formatPrice(d, { digits: 'all', locale }).text.replaceAll("'", '’');
    expect(all(figure('-12345678.50'))).toBe(long);
    expect(all(figure('1234.5'))).toBe(short);
  });

  it('has exactly the digits of the decimal string, in every locale', () => {
    const locales = [
      'en-US',
      'en-IN',
      'de-DE',
      'fr-FR',
      'es-ES',
      'pl-PL',
      'ar-EG',
      'hi-IN',
      'ja-JP',
    ];
    fc.assert(
      fc.property(anyFigure, fc.constantFrom(...locales), (d, locale) => {
        const { text } = formatPrice(d, { digits: 'all', locale });
        const decimal = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
          .formatToParts(1.5)
          .find(({ type }) => type === 'decimal')?.value;
        const [whole = '', fraction] = text.replace(MINUS, '-').split(decimal ?? '.');
        // With a positive exponent there is no decimal mark, so all separators separate groups.
        const digits = whole.replace(/[^\d-]/g, '');
        expect(fraction === undefined ? digits : `${digits}.${fraction}`).toBe(toDecimalString(d));
      }),
    );
  });

  it('has the same groups as Intl', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 24n }),
        fc.constantFrom('en-US', 'en-IN', 'de-DE', 'es-ES', 'pl-PL', 'fr-FR', 'ja-JP', 'pt-PT'),
        (n, locale) => {
          const { text } = formatPrice({ mantissa: n, expo: 0 }, { digits: 'all', locale });
          expect(text).toBe(new Intl.NumberFormat(locale).format(n));
        },
      ),
    );
  });
});

describe('the uncertain digits', () => {
  it.each([
    ['64312.45781203', '12.50', '64,31|2.45781203'],
    ['64312.45781203', '10', '64,312|.45781203'],
    ['64312.45781203', '10.00000001', '64,31|2.45781203'],
    ['64312.45781203', '100', '64,31|2.45781203'],
    ['64312.45781203', '101', '64,3|12.45781203'],
    ['64312.45781203', '10001', '6|4,312.45781203'],
    ['64312.45781203', '1000001', '|64,312.45781203'],
    ['-64312.4', '10000000', `|${MINUS}64,312.4`],
    ['-64312.4', '2', `${MINUS}64,312|.4`],
    ['2506.79', '0.61', '2,506.7|9'],
    ['1.08421', '0.00006', '1.08421|'],
    ['1.08421', '0', '1.08421|'],
    ['1.08421', '-0.02', '1.08|421'],
    ['7', '1', '7|'],
    ['0.05', '20', '|0.05'],
  ])('%s ± %s is %s', (price, confidence, shown) => {
    expect(dimmed(figure(price), figure(confidence))).toBe(shown);
  });

  it.each([
    ['0.000001042', '0.0000000031', '0.0₅1042|'],
    ['0.000001042', '0.00000031', '0.0₅10|42'],
    ['0.000001042', '0.0000031', '0.0₅1|042'],
    ['0.000001042', '0.000031', '0.0₅|1042'],
    ['0.000001042', '0.00031', '0|.0₅1042'],
    ['0.000001042', '2', '0|.0₅1042'],
    ['0.000001042', '20', '|0.0₅1042'],
    ['1234567890123', '200000000', '1.2345|7T'],
    ['1234567890123', '2', '1.23457T|'],
    ['1234567890123456', '100000000000000', '1.23|5\u00A0×\u00A010¹⁵'],
    ['1234567890123456', '2', '1.235\u00A0×\u00A010¹⁵|'],
    ['64312.45781203', '0.5', '64,312.4|6'],
  ])('in a row, %s ± %s is %s', (price, confidence, shown) => {
    expect(dimmed(figure(price, -12), figure(confidence), 'row')).toBe(shown);
  });

  it('are exactly those below a tenth of the confidence', () => {
    fc.assert(
      fc.property(anyFigure, anyFigure, fc.constantFrom('all', 'row'), (d, confidence, digits) => {
        const shown = formatPrice(d, { digits, confidence, locale: 'en-US' });
        expect(shown.certain + shown.uncertain).toBe(shown.text);
        expect(shown.uncertain).not.toMatch(/^[\u2080-\u2089]/);
        if (digits === 'row') return;
        const size = { ...confidence, mantissa: abs(confidence.mantissa) };
        const isUncertain = (place: number) =>
          compareDecimals({ mantissa: 1n, expo: place + 1 }, size) < 0;
        const certain = count(shown.certain);
        const integer = toDecimalString(d).replace('-', '').split('.')[0]?.length ?? 0;
        if (certain > 0) expect(isUncertain(integer - certain)).toBe(false);
        if (shown.uncertain !== '') expect(isUncertain(integer - certain - 1)).toBe(true);
      }),
    );
  });
});

describe('formatConfidence', () => {
  it.each([
    ['12.50', -8, '±12.50'],
    ['0.61', -8, '±0.61'],
    ['0.083', -8, '±0.083'],
    ['0.009', -3, '±0.009'],
    ['0.0000000031', -10, '±0.0₈31'],
    ['2379.021325', -8, '±2,379'],
    ['0', -8, '±0.00'],
    ['-3', 0, '±3'],
    ['0.996', -8, '±1.00'],
    ['1234567890123', 0, '±1.23457T'],
    ['1234567890123456', 0, '±1.235\u00A0×\u00A010¹⁵'],
  ])('%s at exponent %d is %s', (text, expo, shown) => {
    expect(formatConfidence(figure(text, expo), 'en-US')).toBe(shown);
  });

  it('uses the locale', () => {
    expect(formatConfidence(figure('12.50'), 'de-DE')).toBe('±12,50');
  });
});

describe('the last place of a row', () => {
  it.each([
    '64312.45',
    '0.0712345678',
    '123456789.5',
    '1234567890',
    '1234567890123456',
    '1' + '0'.repeat(27),
  ])('of %s is that of its last digit', (text) => {
    const price = figure(text, -12);
    const place = lastRowPlace(price);
    const shifted = (by: bigint) => ({ ...price, mantissa: price.mantissa + by });
    const unit = 10n ** BigInt(place + 12);
    expect(row(shifted(unit))).not.toBe(row(price));
    expect(row(shifted(unit / 100n))).toBe(row(price));
  });
});

describe('changeAmount', () => {
  it.each([
    ['81680.30', '81960.906', '\u2212280.61'],
    ['81680.30', '81680.29999', '0.00'],
    ['1.15677', '1.15897', '\u22120.00220'],
    ['0.000009606', '0.000009434', '+0.0\u2086172'],
    ['1303261', '1290000.5', '+13,261'],
    ['25000000000', '24000000000', '+1.00000B'],
    ['100', '-50', '+150'],
  ])('from %s since %s is %s', (price, from, shown) => {
    expect(changeAmount(figure(price), figure(from))).toBe(shown);
  });
});

describe('formatPercent', () => {
  it.each([
    ['2.14', 'en-US', '+2.14%'],
    ['-0.08', 'en-US', `${MINUS}0.08%`],
    ['0.00', 'en-US', '0.00%'],
    ['1234.50', 'en-US', '+1,234.50%'],
    ['-12345678900.00', 'en-US', `${MINUS}12.3457B%`],
    ['2.14', 'de-DE', '+2,14\u00A0%'],
    ['-2.14', 'tr-TR', `${MINUS}%2,14`],
  ])('%s in %s is %s', (text, locale, shown) => {
    expect(formatPercent(figure(text), locale)).toBe(shown);
  });
});

describe('formatShare', () => {
  it.each([
    ['12.50', 'en-US', '13%'],
    ['100.00', 'en-US', '100%'],
    ['0.01', 'en-US', '0%'],
    ['-3.20', 'en-US', `${MINUS}3%`],
    ['12.35', 'de-DE', '12\u00A0%'],
  ])('%s in %s: %s', (text, locale, shown) => {
    expect(formatShare(figure(text), locale)).toBe(shown);
  });
});

function decimals(text: string): number | undefined {
  return row(figure(text, -8)).split('.')[1]?.length;
}

function abs(n: bigint): bigint {
  return n < 0n ? -n : n;
}

function count(text: string): number {
  return text.replace(/\D/g, '').length;
}

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDecimal, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { iconLine, iconLines } from '@/lib/domain/prices/icon-lines.ts';
import { anyFigure, figure } from './figures.ts';

describe('iconLines', () => {
  it.each([
    ['81303.26', '81', '303'],
    ['120.137', '120.', '137'],
    ['12.3456', '12.3', '456'],
    ['1.17226', '1.17', '226'],
    ['0.07104', '0.07', '104'],
    ['0.001', '0.00', '100'],
    ['5', '5.00', '000'],
    ['1000', '1', '000'],
    ['999.9994', '999.', '999'],
    ['999.9995', '1', '000'],
    ['9.999996', '10.0', '000'],
    ['120137', '120', '137'],
    ['999999.4', '999', '999'],
    ['-1.17226', '-1.1', '723'],
    ['-12.3456', '-12.', '346'],
    ['-0.0123', '-0.0', '123'],
    ['-1000', '-1', '000'],
    ['-120137', '-120', '137'],
  ])('%s is %s above %s', (price, above, below) => {
    expect(iconLines(figure(price))).toEqual([above, below]);
  });

  it.each(['0', '0.00', '0.00099', '0.000001042', '999999.5', '1303261', '-120.137', '-99.9996'])(
    '%s does not fit',
    (price) => {
      expect(iconLines(figure(price))).toBeNull();
    },
  );

  it('never has more than three digits in a line, nor another value than the price', () => {
    fc.assert(
      fc.property(anyFigure, (given) => {
        const lines = iconLines(given);
        if (!lines) return;
        const [above, below] = lines;
        expect(above).toMatch(/^-?\d{1,3}(?:\.\d{0,2})?$/);
        expect(above.replace('.', '').length).toBeLessThanOrEqual(4);
        expect(below).toMatch(/^\d{3}$/);
        // Without a point, the break is at the thousands.
        const shown = Number(above.includes('.') ? above + below : `${above}${below}`);
        const exact = numberOf(given);
        // Half of the last of three digits, in doubles: 0.000995 is 0.00100.
        const largest = Math.max(Math.abs(shown), Math.abs(exact));
        expect(Math.abs(shown - exact)).toBeLessThanOrEqual(largest * 0.005 * (1 + 1e-9));
        expect(above.startsWith('-')).toBe(exact < 0);
      }),
    );
  });

  it('bears any exponent', () => {
    expect(iconLines(toDecimal('9'.repeat(1000), 400)!)).toBeNull();
    expect(iconLines(toDecimal('1', -400)!)).toBeNull();
  });
});

function numberOf({ mantissa, expo }: Decimal): number {
  return Number(`${mantissa}e${expo}`);
}

describe('iconLine', () => {
  it.each([
    ['81303.26', '81K'],
    ['2507.4', '2507'],
    ['9999.6', '10K'],
    ['1.17226', '1.17'],
    ['0.07104', '.071'],
    ['1303261', '1.3M'],
    ['-250.4', '-250'],
    ['0', '0'],
  ])('%s is %s', (price, line) => {
    expect(iconLine(figure(price))).toEqual([line, '']);
  });

  it.each(['1300000000', '0.00000961'])('%s does not fit', (price) => {
    expect(iconLine(figure(price))).toBeNull();
  });
});

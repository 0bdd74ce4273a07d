import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../../../lib/domain/prices/decimal.ts';
import { readTypedFigure, toTypedFigure } from '../../../../lib/domain/prices/typed-figure.ts';

const LOCALES = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'es-ES', 'ar-EG'];

describe('a typed number', () => {
  it.each([
    ['65000', 'en-US', '65000'],
    ['65000.5', 'en-US', '65000.5'],
    ['65000,5', 'en-US', '65000.5'],
    ['65000,5', 'de-DE', '65000.5'],
    ['65000.5', 'de-DE', '65000.5'],
    ['1,234', 'de-DE', '1.234'],
    ['1.234', 'en-US', '1.234'],
    ['0.071', 'de-DE', '0.071'],
    ['0,071', 'en-US', '0.071'],
    [',5', 'en-US', '.5'],
    ['1,234.5', 'de-DE', '1234.5'],
    ['1.234,5', 'en-US', '1234.5'],
    ['1.234.567', 'en-US', '1234567'],
    ['12,34,567.89', 'en-US', '1234567.89'],
    ['65 000,5', 'fr-FR', '65000.5'],
    ['65\u202f000', 'en-US', '65000'],
    ['65’000.5', 'de-CH', '65000.5'],
    ['−0.5', 'en-US', '-0.5'],
    ['-0,5', 'de-DE', '-0.5'],
    ['+7', 'en-US', '7'],
    [' 0 ', 'en-US', '0'],
  ])('%s in %s is read as %s', (typed, locale, text) => {
    expect(readTypedFigure(typed, locale)).toEqual({ text });
  });

  it.each([
    ['65,000', 'en-US', '“65,000” could mean 65000 or 65.000. Enter one of these.'],
    ['1.234', 'de-DE', '“1.234” could mean 1234 or 1,234. Enter one of these.'],
  ])('%s in %s is ambiguous and rejected', (typed, locale, reason) => {
    expect(readTypedFigure(typed, locale)).toEqual({ reason });
  });

  it.each([
    '',
    '-',
    '.',
    'abc',
    '1e5',
    '1.2.3',
    '1,23.4',
    '1,2.3.4',
    '1.234,5,6',
    '٣',
    '$5',
    '1-2',
  ])('%s is rejected', (typed) => {
    expect(readTypedFigure(typed, 'en-US')).toEqual({
      reason: 'Enter a number such as 65000 or 0.5.',
    });
  });

  it('can be read back in every locale', () => {
    const plain = fc
      .tuple(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.stringMatching(/^(\.\d{1,20})?$/),
      )
      .map(([whole, fraction]) => `${whole}${fraction}`);
    fc.assert(
      fc.property(plain, fc.constantFrom(...LOCALES), (text, locale) => {
        const read = readTypedFigure(toTypedFigure(text, locale), locale);
        expect(read).toEqual({ text });
      }),
    );
  });

  it('is rejected if it is not a number', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...LOCALES), (typed, locale) => {
        const read = readTypedFigure(typed, locale);
        expect('reason' in read || parseDecimal(read.text) !== null).toBe(true);
      }),
    );
  });
});

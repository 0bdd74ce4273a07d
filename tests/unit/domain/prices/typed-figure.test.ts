import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDecimal } from '@/lib/domain/prices/decimal.ts';
import { readTypedFigure, toTypedFigure } from '@/lib/domain/prices/typed-figure.ts';

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
    ['65,000', 'en-US', '65000'],
    ['1.234', 'de-DE', '1234'],
    ['６５０００', 'ja', '65000'],
    ['１，２３４，５６７', 'ja', '1234567'],
    ['0。5', 'zh-CN', '0.5'],
    ['－５．２５', 'zh-CN', '-5.25'],
    ['٦٥٠٠٠', 'ar-EG', '65000'],
    ['١٬٢٣٤٬٥٦٧٫٨٩', 'ar-EG', '1234567.89'],
    ['١٬٢٣٤', 'en-US', '1234'],
    ['-٠٫٥', 'en-US', '-0.5'],
    ['۶۵۰۰۰٫۵', 'fa-IR', '65000.5'],
    ['६५,०००', 'hi-IN', '65000'],
    ['𝟔𝟓𝟬𝟬𝟬', 'en-US', '65000'],
    ['\u200e65000', 'en-US', '65000'],
    ['65000\u200b', 'en-US', '65000'],
    ['\u202b65\u00ad000\ufeff\u202c', 'en-US', '65000'],
    ['65\u2009000,5', 'fr-FR', '65000.5'],
    ['–5', 'en-US', '-5'],
    ['82.5k', 'en-US', '82500'],
    ['82,5K', 'de-DE', '82500'],
    ['1.2345 k', 'en-US', '1234.5'],
    ['-2m', 'en-US', '-2000000'],
    ['1.5bn', 'en-US', '1500000000'],
    ['８．５万', 'ja', '85000'],
    ['1.2亿', 'zh-CN', '120000000'],
    ['3만', 'ko', '30000'],
  ])('%s in %s is read as %s', (typed, locale, text) => {
    expect(readTypedFigure(typed, locale)).toEqual({ text });
  });

  it.each([
    ['65.000', 'fr-FR', '“65.000” could mean 65000 or 65,000. Enter one of these.'],
    ['1,234', 'de-CH', '“1,234” could mean 1234 or 1.234. Enter one of these.'],
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
    '$5',
    '1-2',
    '5²',
    '½',
    '①',
    'k',
    '5kk',
    '5 km',
    '1٬2',
    '1٫2٫3',
    '1٬234,5',
    '٫',
    '9'.repeat(5_000),
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

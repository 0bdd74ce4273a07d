import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuantity } from '@/lib/domain/holdings/read-holding.ts';
import { toTypedFigure } from '@/lib/domain/prices/typed-figure.ts';

describe('a typed quantity', () => {
  it.each([
    ['0.5', 'en-US', '0.5'],
    ['0,5', 'de-DE', '0.5'],
    ['.5', 'en-US', '0.5'],
    ['5.', 'en-US', '5'],
    ['-1,234.50', 'en-US', '-1234.5'],
    ['−3', 'ru', '-3'],
    ['0.000000000000000001', 'en-US', '0.000000000000000001'],
    ['1.0000000000000000000000', 'en-US', '1'],
    ['007', 'en-US', '7'],
    ['-0', 'en-US', '0'],
  ])('%s in %s is stored as %s', (typed, locale, text) => {
    expect(readQuantity(typed, locale)).toEqual({ text });
  });

  it.each(['0.0000000000000000001', '9'.repeat(41)])('%s is too long', (typed) => {
    expect(readQuantity(typed, 'en-US')).toEqual({ problem: 'too-long' });
  });

  it.each(['', 'abc', '1,23.4'])('%j is rejected with a reason', (typed) => {
    expect(readQuantity(typed, 'en-US')).toHaveProperty('reason');
  });

  it('is read back as it was stored, in every locale', () => {
    const stored = fc
      .tuple(
        fc.bigInt({ min: -(10n ** 39n), max: 10n ** 39n }),
        fc.stringMatching(/^(\.\d{0,17}[1-9])?$/),
      )
      .map(([whole, fraction]) => `${whole}${fraction}`);
    fc.assert(
      fc.property(
        stored,
        fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'en-IN', 'ar-EG'),
        (text, locale) => {
          expect(readQuantity(toTypedFigure(text, locale), locale)).toEqual({ text });
        },
      ),
    );
  });
});

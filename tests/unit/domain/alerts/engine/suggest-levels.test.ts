import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestLevels } from '../../../../../lib/domain/alerts/engine/suggest-levels.ts';
import { alertRuleSchema } from '../../../../../lib/domain/alerts/model/rule.ts';
import { compareDecimals } from '../../../../../lib/domain/prices/arithmetic.ts';
import { parseDecimal, type Decimal } from '../../../../../lib/domain/prices/decimal.ts';
import { FEED_ID } from '../builders.ts';

function levels(text: string) {
  const price = parseDecimal(text);
  return price
    ? suggestLevels(price).map(
        ({ level, why, percent }) => `${level} ${why === 'percent' ? `${percent}%` : why}`,
      )
    : [];
}

describe('suggested levels', () => {
  it.each([
    [
      '64312.45781203',
      [
        '60000 round',
        '61096.8 -5%',
        '63669.3 -1%',
        '64000 round',
        '64955.6 1%',
        '65000 round',
        '67528.1 5%',
        '70000 round',
      ],
    ],
    [
      '1.08421',
      ['1 round', '1.03 -5%', '1.07337 -1%', '1.09505 1%', '1.1 round', '1.13842 5%', '1.5 round'],
    ],
    [
      '100',
      ['50 round', '90 round', '95 -5%', '99 -1%', '101 1%', '105 5%', '110 round', '150 round'],
    ],
    [
      '-37.63',
      [
        '-40 round',
        '-39.51 -5%',
        '-38.01 -1%',
        '-38 round',
        '-37.25 1%',
        '-37 round',
        '-35.75 5%',
        '-35 round',
      ],
    ],
    ['0', ['-0.5 round', '-0.1 round', '0.1 round', '0.5 round']],
  ])('around %s are round numbers and percentages', (price, expected) => {
    expect(levels(price)).toEqual(expected);
  });

  it('are valid, sorted and unique around any price', () => {
    const anyPrice = fc.record({
      mantissa: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
      expo: fc.integer({ min: -18, max: 3 }),
    });
    fc.assert(
      fc.property(anyPrice, (price) => {
        const suggestions = suggestLevels(price);
        const parsed = suggestions
          .map(({ level }) => parseDecimal(level))
          .filter((d): d is Decimal => d !== null);
        expect(parsed).toHaveLength(suggestions.length);
        for (const [index, level] of parsed.entries()) {
          const next = parsed[index + 1];
          if (next) expect(compareDecimals(level, next)).toBe(-1);
          const side = compareDecimals(level, price) > 0 ? 'above' : 'below';
          expect(suggestions[index]?.side).toBe(side);
          const trigger = { kind: 'crosses', direction: side, level: suggestions[index]?.level };
          expect(alertRuleSchema.safeParse({ id: 'a', feedId: FEED_ID, trigger }).success).toBe(
            true,
          );
        }
        expect(suggestions.some(({ side }) => side === 'above')).toBe(true);
        expect(suggestions.some(({ side }) => side === 'below')).toBe(true);
      }),
    );
  });
});

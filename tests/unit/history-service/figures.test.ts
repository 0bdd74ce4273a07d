import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mantissaAt,
  MAX_PLACES,
  readExactNumber,
  readUnixSeconds,
} from '@/lib/history-service/figures.ts';
import { quoteNumbers } from '@/lib/history-service/number-texts.ts';

/** The numbers of a text as the platform sees them: their digits as strings. */
function withSources(json: string): unknown {
  return JSON.parse(json, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? context?.source : value,
  );
}

const numberText = fc.oneof(
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map(String)
    .map((text) => text.replace('e+', 'e')),
  fc.bigInt().map(String),
  fc.stringMatching(/^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/),
);
const json = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    numberText,
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    fc.constantFrom('null', 'true', 'false', '"\\"1"', '"\\\\"', '""'),
    fc.array(tie('value')).map((items) => `[${items.join(' , ')}]`),
    fc
      .array(fc.tuple(fc.string(), tie('value')))
      .map(
        (items) => `{${items.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join()}}`,
      ),
  ),
})).value;

describe('numbers as their digits', () => {
  it('are the same that the platform reads', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(JSON.parse(quoteNumbers(text))).toEqual(withSources(text));
      }),
    );
  });

  it('any text that is not JSON stays that way', () => {
    fc.assert(
      fc.property(
        json,
        fc.nat(),
        fc.constantFrom('', '1', '-', '.', 'e', '"', ','),
        (text, at, typed) => {
          const place = at % (text.length + 1);
          const damaged = text.slice(0, place) + typed + text.slice(place + 1);
          const isJson = parses(damaged);
          // A key without quotes is the exception; nothing reads such a map.
          if (!isJson && !/[{,]\s*-?\d/.test(damaged))
            expect(parses(quoteNumbers(damaged))).toBe(false);
          if (isJson) expect(JSON.parse(quoteNumbers(damaged))).toEqual(withSources(damaged));
        },
      ),
    );
  });

  it('of hostile texts are found in one pass', () => {
    // Reading the rest again for each character would take hours.
    for (const text of [
      '"\\"'.repeat(1e6),
      '\\'.repeat(3e6),
      '"'.repeat(3e6 + 1),
      '1'.repeat(3e6),
      '-'.repeat(3e6),
    ]) {
      expect(quoteNumbers(text).replaceAll('"', '')).toBe(text.replaceAll('"', ''));
    }
  });
});

describe('figures', () => {
  it.each<[text: unknown, mantissa: bigint, expo: number]>([
    ['86500.10', 865001n, -1],
    ['-0.05', -5n, -2],
    ['0', 0n, 0],
    ['-0.000', 0n, 0],
    ['0e99999', 0n, 0],
    ['100', 1n, 2],
    ['1.2e-7', 12n, -8],
    ['8.65E+4', 865n, 2],
    ['0.1234567890123456789', 1234567890123456789n, -19],
    ['1e-40', 1n, -40],
    ['1e39', 1n, 39],
  ])('%s', (text, mantissa, expo) => {
    expect(readExactNumber(text)).toEqual({ mantissa, expo });
  });

  it.each([
    '1e-41',
    '1e40',
    '1e999',
    '1e-999',
    '1e999999',
    '9'.repeat(41),
    '1'.repeat(101),
    '',
    '1.',
    '.5',
    '+1',
    '0x10',
    ' 1',
    '1n',
    'NaN',
    'Infinity',
    null,
    undefined,
    5,
    [],
    {},
    true,
  ])('not %j', (text) => {
    expect(readExactNumber(text)).toBeNull();
  });

  it('have the value of the text', () => {
    const text = fc.stringMatching(/^-?\d{1,15}\.\d{1,15}$/);
    fc.assert(
      fc.property(text, (decimal) => {
        const figure = readExactNumber(decimal);
        if (!figure) throw new Error('not a figure');
        expect(mantissaAt(figure, -MAX_PLACES)).toBe(
          BigInt(
            decimal.replace('.', '') +
              '0'.repeat(MAX_PLACES - (decimal.split('.')[1] ?? '').length),
          ),
        );
      }),
    );
  });

  it.each<[string, number | null]>([
    ['1684137600', 1_684_137_600],
    ['1684137600.0', 1_684_137_600],
    ['1.6841376e9', 1_684_137_600],
    ['1684137600123', 1_684_137_600],
    ['1684137600123456', 1_684_137_600],
    ['1684137600123456789', 1_684_137_600],
    ['0', 0],
    ['0.5', null],
    ['-1', null],
    ['1e30', null],
  ])('time %s', (text, value) => {
    expect(readUnixSeconds(text)).toBe(value);
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

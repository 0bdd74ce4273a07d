import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileName } from '@/lib/pages/export/file-name.ts';

const AT = Date.UTC(2026, 10, 21, 7, 20, 15, 999);
const of = (subject: string): string =>
  fileName({ subject, what: 'samples', atMs: AT, extension: 'csv' });

describe('a file name', () => {
  it.each([
    ['BTC/USD', 'pricelight_BTC-USD_samples_20261121T072015Z.csv'],
    ['Équité Ω', 'pricelight_Équité-Ω_samples_20261121T072015Z.csv'],
    ['../../etc/passwd', 'pricelight_etc-passwd_samples_20261121T072015Z.csv'],
    ['CON', 'pricelight_CON_samples_20261121T072015Z.csv'],
    ['a<b>:"c"|?*\\', 'pricelight_a-b-c_samples_20261121T072015Z.csv'],
    ['…', 'pricelight_feed_samples_20261121T072015Z.csv'],
    ['', 'pricelight_feed_samples_20261121T072015Z.csv'],
    ['US\u202EDSU', 'pricelight_US-DSU_samples_20261121T072015Z.csv'],
    ['\u3164\uFFA0', 'pricelight_feed_samples_20261121T072015Z.csv'],
  ])('for %j contains the symbol and the time', (subject, name) => expect(of(subject)).toBe(name));

  it('is valid in every file system, whatever the symbol', () => {
    fc.assert(
      fc.property(
        hostileText,
        fc.integer({ min: 0, max: 253_402_300_799_999 }),
        (subject, atMs) => {
          const name = fileName({ subject, what: 'prices', atMs, extension: 'json' });
          expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u);
          expect(name).not.toMatch(/^[-. ~]|[. ]$|\.\.[/\\]/);
          expect(name).not.toMatch(/^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i);
          expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(160);
          expect(name.isWellFormed()).toBe(true);
          expect(name).toMatch(/^pricelight_.+_prices_\d{8}T\d{6}Z\.json$/su);
        },
      ),
    );
  });

  it('keeps the letters and digits of a symbol in their order', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{1,12}\/[A-Z]{3}$/), (symbol) => {
        expect(of(symbol)).toContain(`_${symbol.replace('/', '-')}_`);
      }),
    );
  });
});

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(fc.constantFrom(...Array.from('.-_ /\\:*?"<>|~\0\n\u202E\uD800\u0301Ω𝒜é'), 'CON', 'a'), {
      maxLength: 200,
    })
    .map((parts) => parts.join('')),
);

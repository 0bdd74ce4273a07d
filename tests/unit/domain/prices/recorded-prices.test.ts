import { describe, expect, it } from 'vitest';
import { badgeText } from '../../../../lib/domain/prices/badge-text.ts';
import { toDecimal, toDecimalString } from '../../../../lib/domain/prices/decimal.ts';
import { formatPrice } from '../../../../lib/domain/prices/format-price.ts';
import { z } from '../../../../lib/base/zod.ts';
import { recorded, recordedFiles } from './shared-data.ts';

const figureSchema = z.object({ price: z.string(), conf: z.string(), expo: z.int() });
const answerSchema = z.object({
  parsed: z.nullish(z.array(z.object({ price: figureSchema, ema_price: figureSchema }))),
});

describe('every recorded answer', () => {
  it('is shown with its exact decimal value', (context) => {
    const answers = recordedFiles(context, 'responses').map((file) =>
      recorded(context, file, answerSchema),
    );
    const figures = answers
      .flatMap(({ parsed }) => parsed ?? [])
      .flatMap(({ price, ema_price }) => [price, ema_price]);
    expect(figures.length).toBeGreaterThan(200);
    for (const { price, conf, expo } of figures) {
      const exact = bySlicing(price, expo);
      const d = toDecimal(price, expo);
      if (d === null) expect.fail(`refused ${price} at ${expo}`);
      expect(toDecimalString(d)).toBe(exact);
      const shown = formatPrice(d, {
        digits: 'all',
        confidence: toDecimal(conf, expo),
        locale: 'en-US',
      });
      expect(shown.text.replaceAll(',', '').replace('\u2212', '-')).toBe(exact);
      expect(badgeText(d)).toMatch(/^[-.\de]+[KMBT]?$/);
    }
  });
});

/** Inserts the decimal point into the digits directly. */
function bySlicing(price: string, expo: number): string {
  const sign = price.startsWith('-') ? '-' : '';
  let digits = price.slice(sign.length);
  if (expo >= 0) return price + (price === '0' ? '' : '0'.repeat(expo));
  while (digits.length <= -expo) digits = `0${digits}`;
  return `${sign}${digits.slice(0, digits.length + expo)}.${digits.slice(digits.length + expo)}`;
}

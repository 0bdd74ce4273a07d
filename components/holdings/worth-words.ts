import type { IconNode } from 'lucide';
import type { HoldingsChange } from '@/lib/domain/holdings/change-holdings.ts';
import type { Flaw } from '@/lib/domain/holdings/ingredients.ts';
import type { Uncounted, Valuation } from '@/lib/domain/holdings/value-holdings.ts';
import { currencyLabel } from '@/lib/domain/currency/currencies.ts';
import { t } from '@/lib/base/locale/t.ts';
import { formatShare } from '@/lib/domain/prices/format-price.ts';
import { CLOCK, MOON, SHIELD, WARNING } from '../shared/icon-shapes.ts';

/** A flaw of the total: a mark, the figure beside it, and a sentence. */
interface Lack {
  name: string;
  shapes: IconNode;
  figure: string;
  words: string;
}

/** Name and icon of each flaw's mark, and its text for one feed. */
export const FLAWS = [
  ['closed', 'moon', MOON, 'currency.legClosed'],
  ['stale', 'clock', CLOCK, 'currency.legStale'],
  ['unproven', 'unchecked', SHIELD, 'holdings.legUnproven'],
] as const satisfies readonly (readonly [Flaw, string, IconNode, string])[];

/** Flaws of the total: shares that are closed, stale or not verified, and missing values. */
export function lacksOf({ flawed, uncounted }: Valuation): readonly Lack[] {
  const flaws = FLAWS.flatMap(([flaw, name, shapes]) => {
    if (flawed[flaw].mantissa === 0n) return [];
    const percent = formatShare(flawed[flaw]);
    return { name, shapes, figure: percent, words: t(`holdings.${flaw}`, { percent }) };
  });
  const count = uncounted.length;
  if (count === 0) return flaws;
  const words = t('holdings.uncounted', { count });
  return [...flaws, { name: 'uncounted', shapes: WARNING, figure: String(count), words }];
}

/** Counts holdings without a change, except those without a value. */
export function changeLackWords(
  change: HoldingsChange | null,
  { uncounted }: Valuation,
): string | null {
  const valueless = new Set(uncounted.map(({ feedId }) => feedId));
  const count = change?.without.filter(({ feedId }) => !valueless.has(feedId)).length ?? 0;
  return count === 0 ? null : t('holdings.withoutChange', { count });
}

/** @param symbol of the feed that causes the problem */
export function noValueWords({ none }: Uncounted, symbol: string, currency: string): string {
  switch (none) {
    case 'waiting':
      return t('holdings.waitingFor', { symbol });
    case 'failed':
      return t('holdings.failed', { symbol });
    case 'no-route':
      return t('holdings.noRoute', { currency: currencyLabel(currency) });
    case 'no-money':
      return t('holdings.noMoney');
    case 'beyond':
      return t('holdings.beyond');
    default:
      return t('holdings.noPrice', { symbol });
  }
}

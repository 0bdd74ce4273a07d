import { useMemo } from 'react';
import { currencyOfFeed, PIVOT, type Currency } from '@/lib/domain/currency/currencies.ts';
import { compareTexts, currencyName } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { pageCatalog } from '@/lib/pages/catalog.ts';
import { useStored } from './use-stored.ts';

/** The dollar and all currencies with a feed, by name. @param chosen is kept even without a feed */
export function useCurrencyOptions(chosen: Currency | null) {
  const feeds = useStored(pageCatalog)?.feeds;
  return useMemo(() => {
    const offered = (feeds ?? []).flatMap(
      ({ id, attributes }) => currencyOfFeed(id, attributes)?.currency ?? [],
    );
    const grams = offered.includes('XAU') ? ['XAU-g'] : [];
    const codes = new Set([PIVOT, ...offered, ...grams, ...(chosen === null ? [] : [chosen])]);
    return [...codes]
      .map((code) => [code, longCurrencyName(code)] as const)
      .toSorted(([, a], [, b]) => compareTexts(a, b));
  }, [feeds, chosen]);
}

/** `Euro (EUR)`. */
function longCurrencyName(code: Currency): string {
  if (code === 'XAU') return t('currency.goldOunce');
  if (code === 'XAU-g') return t('currency.goldGram');
  const name = currencyName(code);
  return name === undefined ? code : `${name} (${code})`;
}

import { createContext, use, useEffect, useMemo, useState } from 'react';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { currencyFeeds, displayCurrency } from '@/lib/storage/values/currency.ts';
import type { Conversion } from './conversion.ts';
import { usePriceStore } from './use-latest-price.ts';
import { useStored } from './use-stored.ts';

let loaded: typeof import('./conversion.ts') | undefined;

/** Loads the conversion before the first render. */
export async function prepareConversion(currency: string | null): Promise<void> {
  if (currency !== null) loaded ??= await import('./conversion.ts');
}

/** `null` if prices are shown as quoted, or while the conversion loads. */
export function useConversion(): Conversion | null {
  const store = usePriceStore();
  const currency = useStored(displayCurrency) ?? null;
  const feeds = useStored(currencyFeeds);
  const attributes = useStored(followedFeeds);
  const [code, setCode] = useState(loaded);
  useEffect(() => {
    if (currency === null || code) return;
    void prepareConversion(currency).then(() => setCode(loaded));
  }, [currency, code]);
  return useMemo(() => {
    if (currency === null || !code || !feeds || !attributes) return null;
    return code.createConversion({ currency, currencyFeeds: feeds, attributes, store });
  }, [currency, code, feeds, attributes, store]);
}

/** The page's conversion; `null`: prices are shown as quoted. */
export const ConversionContext = createContext<Conversion | null>(null);

export function useShownConversion(): Conversion | null {
  return use(ConversionContext);
}

import { FIRST_ITEMS, readFirstPaint } from '@/lib/storage/first-paint.ts';
import { displayCurrency } from '@/lib/storage/values/currency.ts';
import { references } from '@/lib/storage/values/history.ts';
import { appearance } from '@/lib/storage/values/settings.ts';
import { trustInForce } from '@/lib/storage/values/trust-in-force.ts';
import { listView } from '@/lib/storage/values/view.ts';
import { applyAppearance } from '../shared/hooks/appearance.ts';
import { createPriceStore, type PriceStore } from '../shared/hooks/use-latest-price.ts';
import { prepareConversion } from '../shared/hooks/use-conversion.ts';
import { followStored, primeStored } from '../shared/hooks/use-stored.ts';

/** Reads everything that the first render shows, so that the first paint is complete. */
export async function preparePopup(): Promise<PriceStore> {
  const store = createPriceStore();
  // Start before the read, so that no change is missed and nothing is read twice. Past prices are
  // excluded: only the chosen period is needed, and it is not known yet.
  followStored([...FIRST_ITEMS, trustInForce]);
  const { valueOf, trust, prices } = await readFirstPaint();
  applyAppearance(valueOf(appearance));
  const shownReferences = references[valueOf(listView).changePeriod];
  for (const item of [...FIRST_ITEMS, shownReferences]) primeStored(item, valueOf(item));
  primeStored(trustInForce, trust);
  store.prime(prices, trust);
  await prepareConversion(valueOf(displayCurrency));
  return store;
}

import { useEffect, useReducer } from 'react';
import type { FeedId } from '@/lib/base/units.ts';
import type { PriceStore } from './use-latest-price.ts';

export function usePriceChanges(store: PriceStore, ids: readonly FeedId[]): void {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const idList = ids.join();
  useEffect(() => {
    const all = idList === '' ? [] : idList.split(',');
    const stops = all.map((id) => store.subscribe(id, renderAgain));
    // A price may have come since the render.
    if (all.length > 0) renderAgain();
    return () => {
      for (const stop of stops) stop();
    };
  }, [store, idList]);
}

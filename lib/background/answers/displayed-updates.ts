import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { FeedId } from '../../base/units.ts';
import type { JudgedPrice } from '../intake/judge.ts';
import type { ReceivedUpdate } from '../intake/updates.ts';

// One update usually contains all feeds. Above this number, the oldest updates are dropped and
// requested again when a page asks.
const MAX_UPDATES = 32;

export type DisplayedUpdates = ReturnType<typeof createDisplayedUpdates>;

/** For each feed, the update that its stored price came from. */
export function createDisplayedUpdates(prices: ReadonlyMap<FeedId, StoredPrice>) {
  /** By feed id, the oldest update first. */
  const updates = new Map<FeedId, ReceivedUpdate>();

  return {
    /** Call this once the update is handled. */
    remember: (received: ReceivedUpdate): void => {
      for (const judged of received.judged) {
        const { id } = judged;
        if (!isStored(judged, prices.get(id))) continue;
        updates.delete(id);
        updates.set(id, received);
      }
      dropOldest();
    },
    find(id: FeedId): ReceivedUpdate | undefined {
      const received = updates.get(id);
      // A change of trust may have removed the stored price's proof.
      const isDisplayed = received?.judged.some(
        (judged) => judged.id === id && isStored(judged, prices.get(id)),
      );
      return isDisplayed ? received : undefined;
    },
    clear: () => updates.clear(),
  };

  function dropOldest(): void {
    const distinct = new Set(updates.values());
    if (distinct.size <= MAX_UPDATES) return;
    const [oldest] = distinct;
    for (const [id, received] of updates) if (received === oldest) updates.delete(id);
  }
}

function isStored({ price }: JudgedPrice, stored: StoredPrice | undefined): boolean {
  return (
    price !== null &&
    stored?.publishTime === price.publishTime &&
    stored.slot === price.slot &&
    stored.price === price.price &&
    stored.proof?.state === price.proof?.state &&
    stored.proof?.trust === price.proof?.trust
  );
}

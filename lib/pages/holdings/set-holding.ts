import { isDeepEqual } from '../../base/deep-equal.ts';
import { holdings } from '../../storage/values/holdings.ts';
import type { Holding } from '../../domain/holdings/holding.ts';
import type { FeedId } from '../../base/units.ts';

/** `null` deletes the holding. Returns the previous holding. */
export async function setHolding(id: FeedId, holding: Holding | null): Promise<Holding | null> {
  const { before } = await holdings.update((all) => {
    if (isDeepEqual(all[id] ?? null, holding)) return all;
    const { [id]: _, ...others } = all;
    return holding ? { ...others, [id]: holding } : others;
  });
  return before[id] ?? null;
}

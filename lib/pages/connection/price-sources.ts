import { activeService } from '../../storage/values/failover.ts';
import { priceServices } from '../../storage/values/settings.ts';
import type { ServiceSettings } from '../../domain/settings.ts';
import { suppliedFeeds } from '../../storage/values/supplied-feeds.ts';
import type { FeedId } from '../../base/units.ts';
import { preferredService } from '../../domain/connection/service-list.ts';

/**
 * The services that prices of these feeds come from, in the order of the list: the one in use, and
 * those that supply what it does not have.
 */
export async function priceSources(feedIds: readonly FeedId[]): Promise<ServiceSettings[]> {
  const [list, active, { suppliers, reasons }] = await Promise.all([
    priceServices.getValue(),
    activeService.getValue(),
    suppliedFeeds.getValue(),
  ]);
  const usedId = active.id || preferredService(list)?.id;
  const sourceOf = (id: FeedId) => (Object.hasOwn(reasons, id) ? suppliers[id] : usedId);
  const ids = new Set(feedIds.map(sourceOf));
  return list.filter(({ id }) => ids.has(id));
}

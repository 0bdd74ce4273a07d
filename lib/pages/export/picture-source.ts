import { dateFormat, formatList } from '../../base/locale/format.ts';
import { t } from '../../base/locale/t.ts';
import { serviceChoiceOf } from '../../domain/connection/public-services.ts';
import { preferredService } from '../../domain/connection/service-list.ts';
import type { ServiceSettings } from '../../domain/settings.ts';
import { activeService } from '../../storage/values/failover.ts';
import { priceServices } from '../../storage/values/settings.ts';
import { connectionMemory } from '../../storage/values/connection-memory.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';

/**
 * Names the source of these feeds' prices: `Prices from hermes.pyth.network`. Only public services
 * are named, because the host of any other service may be private.
 */
export async function pictureSource(feedIds: readonly FeedId[]): Promise<string> {
  const services = await priceSources(feedIds);
  const isPublic = services.every(({ baseUrl }) => serviceChoiceOf(baseUrl) !== 'own');
  if (services.length === 0 || !isPublic) return t('picture.ownService');
  const hosts = services.map(({ baseUrl }) => new URL(baseUrl).host);
  return t('picture.source', { host: formatList(hosts, 'conjunction') });
}

/** The service in use and those that supply the feeds it lacks, in the order of the list. */
async function priceSources(feedIds: readonly FeedId[]): Promise<ServiceSettings[]> {
  const [list, active, { feeds }] = await Promise.all([
    priceServices.getValue(),
    activeService.getValue(),
    connectionMemory.getValue(),
  ]);
  const usedId = active.id || preferredService(list)?.id;
  const sourceOf = (id: FeedId) => feeds.suppliers[id] ?? usedId;
  const ids = new Set(feedIds.map(sourceOf));
  return list.filter(({ id }) => ids.has(id));
}

/** @param timeZone an IANA name, by default the user's */
export function timeWithZone(nowMs: UnixMilliseconds, timeZone?: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'long', timeZone }).format(nowMs);
}

import { dateFormat, formatList } from '../../base/locale/format.ts';
import { t } from '../../base/locale/t.ts';
import { preferredService } from '../../domain/connection/service-list.ts';
import type { ServiceSettings } from '../../domain/settings.ts';
import { activeService } from '../../storage/values/failover.ts';
import { areSamplesShown } from '../../storage/values/samples.ts';
import { priceServices } from '../../storage/values/settings.ts';
import { suppliedFeeds } from '../../storage/values/supplied-feeds.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';

/** The text below every picture: when it was made, and where its prices come from. */
export interface PictureFooter {
  /** `Nov 21, 2026, 7:20:15 AM GMT+1`, in the user's time zone. */
  time: string;
  /** `Prices from hermes.pyth.network`. Only hosts: the rest of a URL may contain a secret. */
  source: string;
}

/** @param feedIds the feeds in the picture */
export async function readPictureFooter(
  feedIds: readonly FeedId[],
  nowMs: UnixMilliseconds,
): Promise<PictureFooter> {
  if (await areSamplesShown.getValue()) {
    return { time: timeWithZone(nowMs), source: t('samples.title') };
  }
  const services = await priceSources(feedIds);
  const hosts = new Set(services.map(({ baseUrl }) => new URL(baseUrl).host));
  return { time: timeWithZone(nowMs), source: sourceText([...hosts]) };
}

/**
 * The services that prices of these feeds come from, in the order of the list: the one in use, and
 * those that supply what it does not have.
 */
async function priceSources(feedIds: readonly FeedId[]): Promise<ServiceSettings[]> {
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

/** A time with its time zone: an IANA name, by default the user's. */
export function timeWithZone(nowMs: UnixMilliseconds, timeZone?: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'long', timeZone }).format(nowMs);
}

function sourceText(hosts: readonly string[]): string {
  if (hosts.length === 0) return t('picture.unknownSource');
  return t('picture.source', { host: formatList(hosts, 'conjunction') });
}

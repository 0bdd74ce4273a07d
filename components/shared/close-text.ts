import { dateFormat } from '@/lib/base/locale/format.ts';
import { toMilliseconds, type UnixSeconds } from '@/lib/base/units.ts';
import { closeTimeZone } from '@/lib/domain/history/change-start.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';

/** In the market's time zone: `Nov 24, 4:00 PM ET`. */
export function closeText(time: UnixSeconds, attributes: FeedAttributes | undefined): string {
  const timeZone = closeTimeZone(attributes, time);
  return dateFormat({
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    // The generic name of UTC is "GMT+0".
    timeZoneName: timeZone === 'UTC' ? 'short' : 'shortGeneric',
  }).format(toMilliseconds(time));
}

import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import { feedOf } from '@/lib/domain/holdings/subject.ts';
import { routeHash } from '../shared/route.ts';

/** To the feed, or to all alerts for a total. */
export function firingRoute({ feedId }: Firing): string {
  const id = feedOf(feedId);
  return routeHash(id === null ? { view: 'alerts' } : { view: 'feed', id });
}

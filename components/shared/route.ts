import { useSyncExternalStore } from 'react';
import { CHART_PERIODS, type ChartPeriod } from '@/lib/domain/history/periods.ts';
import { SUBJECT_ID } from '@/lib/domain/holdings/subject.ts';
import { FEED_ID, type FeedId } from '@/lib/base/units.ts';

/** Stored in the URL hash, so that a notification can open a view in a tab. */
export type Route =
  /**
   * `replaces`: opens the search for a feed to replace this one, for its alert. `search`: opens the
   * search with this text, and carries out its first offer if the text was entered elsewhere.
   */
  | { view: 'list'; replaces?: { feedId: FeedId; alertId: string }; search?: EnteredText }
  /** `period`: the one its chart shows. */
  | { view: 'feed'; id: string; period?: ChartPeriod }
  /** `feedId`: shows only this feed's alerts. */
  | { view: 'alerts'; feedId?: FeedId }
  | { view: 'holdings' }
  /** `id`: a subject, see `lib/domain/holdings/subject.ts`. `level`: one picked on the chart. */
  | { view: 'new-alert'; id: string; level: string | null }
  /** `feedId`: moves the alert to this feed. */
  | { view: 'edit-alert'; alertId: string; feedId?: FeedId };

interface EnteredText {
  text: string;
  isEntered: boolean;
}

const LIST: Route = { view: 'list' };

/**
 * Parses `#replace/FEED_ID/ALERT_ID`, `#search?text=BTC`, `#search?text=BTC&enter`,
 * `#feed/ID?period=1y`, `#holdings`, `#alerts`, `#alerts/of/FEED_ID`,
 * `#alerts/new/SUBJECT_ID?level=1.5` and `#alerts/edit/ALERT_ID?feed=FEED_ID`.
 */
function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  const [first, second, third] = path.split('/');
  const isReplacement = first === 'replace' && second && isFeedId(second) && third;
  if (isReplacement) return { view: 'list', replaces: { feedId: second, alertId: third } };
  if (first === 'feed' && second && isFeedId(second)) {
    const asked = new URLSearchParams(query).get('period');
    const period = CHART_PERIODS.find((each) => each === asked);
    return { view: 'feed', id: second, ...(period && { period }) };
  }
  if (first === 'search') {
    const typed = new URLSearchParams(query);
    const search = { text: typed.get('text') ?? '', isEntered: typed.has('enter') };
    return { view: 'list', search };
  }
  if (first === 'holdings') return { view: 'holdings' };
  if (first !== 'alerts') return LIST;
  if (second === 'new' && third && SUBJECT_ID.test(third)) {
    return { view: 'new-alert', id: third, level: new URLSearchParams(query).get('level') };
  }
  if (second === 'of' && third && isFeedId(third)) return { view: 'alerts', feedId: third };
  if (second === 'edit' && third) {
    const feedId = new URLSearchParams(query).get('feed') ?? '';
    return { view: 'edit-alert', alertId: third, ...(isFeedId(feedId) && { feedId }) };
  }
  return { view: 'alerts' };
}

export function routeHash(route: Route): string {
  switch (route.view) {
    case 'list':
      if (!route.replaces) return '#';
      return `#replace/${route.replaces.feedId}/${route.replaces.alertId}`;
    case 'feed':
      return `#feed/${route.id}${route.period ? `?period=${route.period}` : ''}`;
    case 'holdings':
      return '#holdings';
    case 'alerts':
      return route.feedId === undefined ? '#alerts' : `#alerts/of/${route.feedId}`;
    case 'new-alert':
      return `#alerts/new/${route.id}${route.level === null ? '' : `?level=${route.level}`}`;
    default:
      return `#alerts/edit/${route.alertId}${route.feedId ? `?feed=${route.feedId}` : ''}`;
  }
}

export function goTo(route: Route): void {
  location.hash = routeHash(route);
}

// Marks the page's first history entry. `history.length` also counts the tab's earlier pages.
const FIRST = 'first-view';

/** Call this once, when the page opens. */
export function markFirstView(): void {
  history.replaceState(FIRST, '');
}

/** Returns to the previous view, or to the watchlist. */
export function goBack(): void {
  if (history.state === FIRST) location.replace(routeHash(LIST));
  else history.back();
}

export function currentRoute(): Route {
  return parseRoute(location.hash);
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return parseRoute(hash);
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

function isFeedId(text: string): boolean {
  return FEED_ID.test(text);
}

import { firingWords, happeningWords, priceWords } from '../../alerts/words.ts';
import type { Batch } from './delivery-plan.ts';
import { targetId } from './notification-target.ts';

const MAX_LINES = 6;

/** A notification as the system shows it. */
export interface NotificationText {
  id: string;
  title: string;
  message: string;
  /** One alert's: the user can snooze it or turn it off there. */
  isOneAlert: boolean;
}

/** @param nameOf the feed's name for the user */
export function notificationOf(
  { batching, firings }: Batch,
  nameOf: (feedId: string) => string,
): NotificationText {
  const [first] = firings;
  const last = firings.at(-1);
  if (!first || !last) throw new TypeError('A notification is about one firing at least.');
  const feedIds = new Set(firings.map(({ feedId }) => feedId));
  const feedId = feedIds.size === 1 ? first.feedId : null;
  const id = targetId({ batching, feedId, first: first.id, last: last.id });
  if (batching === 'notification') {
    const title = `${nameOf(first.feedId)} ${happeningWords(first.what)}`;
    const parts = [priceWords(first), timeText(first.at)].filter((part) => part !== '');
    return { id, title, message: parts.join(' · '), isOneAlert: true };
  }
  const title = titles[batching](firings.length);
  return { id, title, message: listText({ batching, firings }, nameOf), isOneAlert: false };
}

const titles = {
  merged: (count: number) => `${count} alerts`,
  digest: (count: number) => `${alertsText(count)} during quiet hours`,
  summary: (count: number) => `What you missed: ${alertsText(count)}`,
};

function alertsText(count: number): string {
  return count === 1 ? '1 alert' : `${count} alerts`;
}

/** The newest lines, oldest first. */
function listText({ batching, firings }: Batch, nameOf: (feedId: string) => string): string {
  const shown = firings.length > MAX_LINES ? firings.slice(1 - MAX_LINES) : firings;
  const others = firings.length - shown.length;
  const lines = shown.map((firing) => {
    // A summary's title says it of all.
    const missed = firing.missed && batching !== 'summary';
    return `${firingWords({ ...firing, missed }, nameOf(firing.feedId))} · ${timeText(firing.at)}`;
  });
  return (others > 0 ? [`${others} earlier ones`, ...lines] : lines).join('\n');
}

/** The time of day, with the day where it is not today's. */
export function timeText(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(undefined, { ...day, ...time }).format(at);
}

import { formatRecentTime } from '../../../base/locale/format-recent-time.ts';
import { t } from '../../../base/locale/t.ts';
import type { UnixMilliseconds } from '../../../base/units.ts';
import type { Firing } from '../model/firing.ts';
import { targetId, type Batch } from '../model/notification-target.ts';
import { eventWords, firingWords, lateWords, priceWords, unverifiedWords } from './event-words.ts';
import type { FigureStyle } from './figure-style.ts';

const MAX_LINES = 6;
/** Maximum number of lines in the summary of an absence; further firings are only counted. */
export const SUMMARY_LINES = 3;

export interface NotificationText {
  id: string;
  title: string;
  message: string;
  /** The user can snooze or turn off the alert in the notification. */
  isOneAlert: boolean;
}

export interface Wording {
  nameOf: (id: string) => string;
  styleOf: (id: string) => FigureStyle;
  /** The prices are samples. */
  areSamples?: boolean;
}

/** @param batch contains at least one firing */
export function notificationOf(batch: Batch, wording: Wording): NotificationText {
  const text = textOf(batch, wording);
  if (!wording.areSamples) return text;
  return { ...text, message: [text.message, t('samples.title')].filter(Boolean).join('\n') };
}

function textOf({ batching, firings }: Batch, wording: Wording): NotificationText {
  const { nameOf, styleOf } = wording;
  const [first] = firings;
  const last = firings.at(-1);
  if (!first || !last) throw new TypeError('A notification needs at least one firing.');
  const feedIds = new Set(firings.map(({ feedId }) => feedId));
  const feedId = feedIds.size === 1 ? first.feedId : null;
  const id = targetId({ batching, feedId, first: first.id, last: last.id });
  if (batching === 'notification') {
    const title = eventWords(first.what, nameOf(first.feedId), styleOf(first.feedId));
    const price = priceWords(first, styleOf(first.feedId));
    const parts = [price, lateWords(first), unverifiedWords(first), timeText(first.at)].filter(
      Boolean,
    );
    return { id, title, message: parts.join(' · '), isOneAlert: true };
  }
  const title =
    batching === 'summary'
      ? absenceTitle(firings)
      : t(`notification.${batching}Title`, { count: firings.length });
  const lines = listLines({ batching, firings }, wording);
  return { id, title, message: lines.join('\n'), isOneAlert: false };
}

/** What happened in an absence. */
export function absenceTitle(firings: readonly Firing[]): string {
  return firings.every(({ away }) => away === 'slept')
    ? t('notification.sleptTitle')
    : t('notification.summaryTitle', { count: firings.length });
}

/** One line per firing, oldest first, with a count of those that do not fit. */
function listLines({ batching, firings }: Batch, { nameOf, styleOf }: Wording): string[] {
  const isSummary = batching === 'summary';
  const isLong = firings.length > MAX_LINES;
  const shown = chooseShown(firings, isSummary ? SUMMARY_LINES : MAX_LINES - Number(isLong));
  const others = firings.length - shown.length;
  const lines = shown.map((firing) => {
    // A summary's title already says so.
    const missed = firing.missed && !isSummary;
    const { feedId, at } = firing;
    const words = firingWords({ ...firing, missed }, nameOf(feedId), styleOf(feedId));
    return `${words} · ${timeText(at)}`;
  });
  if (others === 0) return lines;
  return isSummary
    ? [...lines, t('common.more', { count: others })]
    : [t('notification.earlier', { count: others }), ...lines];
}

/** The newest firing of each alert first, so that a busy alert does not hide the others. */
export function chooseShown(firings: readonly Firing[], most: number): readonly Firing[] {
  if (firings.length <= most) return firings;
  const newestFirst = firings.toReversed();
  const rarestFirst = [...Map.groupBy(newestFirst, ({ alertId }) => alertId).values()].toSorted(
    (a, b) => a.length - b.length,
  );
  const order = [...rarestFirst.flatMap(([newest]) => newest ?? []), ...newestFirst];
  const shown = new Set([...new Set(order)].slice(0, most));
  return firings.filter((firing) => shown.has(firing));
}

function timeText(at: UnixMilliseconds): string {
  return formatRecentTime(at, Date.now(), 'second');
}

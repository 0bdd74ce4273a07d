import { nameOf } from '../../background/toolbar-view.ts';
import { feedName } from '../../prices/feed-name.ts';
import type { Evaluation } from '../engine/evaluate.ts';
import type { Firing } from '../model/firing.ts';
import { pausedId } from '../model/notification-target.ts';
import { isQuiet } from '../model/quiet-hours.ts';
import { firedLines } from '../text/journal-lines.ts';
import { pausedTitle } from '../text/notification-words.ts';
import { triggerWords } from '../text/words.ts';
import type { AlertItems } from './alert-items.ts';
import type { Notifications } from './notifications.ts';

interface Reporting {
  settings: AlertItems;
  notifications: Notifications;
  /** Adds a line to the journal. */
  record: (text: string) => void;
}

export function recordFirings({ settings, record }: Reporting, firings: readonly Firing[]): void {
  for (const line of firedLines(firings, (id) => symbolOf(settings, id))) record(line);
}

/**
 * Notifies the user at once that an alert was auto-paused. In quiet hours the digest does so, from
 * the alert's state.
 */
export async function reportSuspension(
  { settings, notifications, record }: Reporting,
  { rule, reason }: Evaluation['suspended'][number],
): Promise<void> {
  const symbol = symbolOf(settings, rule.feedId);
  record(`Alert suspended: ${symbol} ${triggerWords(rule.trigger)}. ${reason}`);
  const { quietHours } = settings.alertSettings.current;
  if (isQuiet(quietHours, Date.now(), Temporal.Now.timeZoneId())) return;
  await notifications.show({
    id: pausedId(rule),
    title: pausedTitle(nameOf(settings, rule.feedId)),
    message: reason,
    isOneAlert: false,
  });
}

export async function sendTest(notifications: Notifications): Promise<void> {
  await notifications.show({
    id: `test|${Date.now()}`,
    title: 'Pricelight: test notification',
    message: 'Alerts reach you like this one.',
    isOneAlert: false,
  });
}

/** Not the display name: the user may share the journal in a report. */
function symbolOf({ followedFeeds }: AlertItems, feedId: string): string {
  return feedName(followedFeeds.current[feedId], feedId).symbol;
}

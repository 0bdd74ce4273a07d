import type { JournalEvent } from '../../domain/diagnostics/journal-event.ts';
import { t } from '../../base/locale/t.ts';
import { displayName } from '../display-name.ts';
import { feedName } from '../../domain/prices/feed-name.ts';
import type { FeedId } from '../../base/units.ts';
import type { Firing } from '../../domain/alerts/model/firing.ts';
import { isAboutHoldings } from '../../domain/holdings/subject.ts';
import { subjectTitle, type SubjectNames } from '../../domain/alerts/text/subject-words.ts';
import type { AlertItems } from './alert-items.ts';
import type { Notifications } from './notifications.ts';

// The journal holds 200 entries. A price jump across many levels must not fill it.
const MAX_RECORDED = 3;

interface Reporting {
  settings: AlertItems;
  record: (event: JournalEvent) => void;
}

export function recordFirings({ settings, record }: Reporting, firings: readonly Firing[]): void {
  // Nothing from sample prices may remain after going live.
  if (settings.areSamplesShown.current) return;
  // The value of holdings is private, and the user may share the journal.
  const shown = firings.filter(({ feedId }) => !isAboutHoldings(feedId)).slice(0, MAX_RECORDED);
  for (const { feedId, what, missed, price } of shown) {
    record({
      kind: 'alert-fired',
      symbol: symbolOf(settings, feedId),
      firing: { what, missed, price },
    });
  }
  const others = firings.length - shown.length;
  if (others > 0) record({ kind: 'more-alerts-fired', count: others });
}

export async function sendTest(notifications: Notifications): Promise<void> {
  await notifications.show({
    id: `test|${Date.now()}`,
    title: t('notification.testTitle'),
    message: t('notification.testText'),
    isOneAlert: false,
  });
}

/** Not the display name: the user may share the journal in a report. */
function symbolOf({ followedFeeds }: AlertItems, id: string): string {
  const symbolFor = (feedId: FeedId) => feedName(followedFeeds.current[feedId], feedId).symbol;
  return subjectTitle(id, { nameOf: symbolFor, groups: [] });
}

export function namingOf(settings: AlertItems): SubjectNames {
  return { nameOf: (id) => displayName(settings, id), groups: settings.groups.current };
}

import type { JournalEvent } from '../../domain/diagnostics/journal-event.ts';
import { isAnyNear, type Reach } from '../../storage/values/alert-reach.ts';
import { stateOf, type FeedAlerts } from '../../domain/alerts/model/feed-alerts.ts';
import { isUnseen } from '../../domain/alerts/model/firing.ts';
import { phaseOf, isWatching } from '../../domain/alerts/model/phase.ts';
import { styleOf } from '../../domain/alerts/text/figure-style.ts';
import { subjectName, type SubjectNames } from '../../domain/alerts/text/subject-words.ts';
import type { AlertItems } from './alert-items.ts';
import { createDelivery } from './delivery.ts';
import { createAlerts } from './evaluator.ts';
import { createForwarding, type Forwarding } from './forward.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import { isDeepEqual } from '../../base/deep-equal.ts';
import { alertMarks } from '../../storage/values/alert-marks.ts';
import type { AlertMarkState } from '../../domain/alerts/model/mark.ts';
import type { FeedId } from '../../base/units.ts';
import { feedOf } from '../../domain/holdings/subject.ts';
import { t } from '../../base/locale/t.ts';
import { displayName } from '../display-name.ts';

interface AlertServiceOptions {
  settings: AlertItems;
  loaded: Promise<unknown>;
  isFirefox: boolean;
  onReach: () => void;
  /** Called when alerts have to look into an absence. */
  onAbsence?: () => void;
  record: (event: JournalEvent) => void;
}

/** Call this in the worker's first turn. */
export function startAlerts(options: AlertServiceOptions) {
  const { settings, loaded, isFirefox, onReach, onAbsence, record } = options;
  const hasSound = (): boolean => settings.alertSettings.current.sound;
  const forwarding = createForwarding();
  const notifications = forwarded(createNotifications({ isFirefox, hasSound, record }), forwarding);
  const alerts = createAlerts(settings, ({ firings, absences }) => {
    if (absences.length > 0) onAbsence?.();
    if (firings.length > 0) void deliverPending();
  });
  const deliverPending = createDelivery({
    notifications,
    alertSettings: settings.alertSettings,
    isLookingBack: () => Object.keys(alerts.records.absences).length > 0,
    async loadWording() {
      await Promise.all([loaded, alerts.load()]);
      return {
        nameOf: (id) => subjectName(id, namingOf(settings)),
        styleOf: (id) => styleOf(id, settings.amountsHidden.current),
        areSamples: settings.areSamplesInUse.current,
      };
    },
  });

  async function updateMarks(): Promise<void> {
    await alerts.load();
    await storeMarks(settings, alerts.of);
  }

  async function deliver(): Promise<void> {
    await loaded;
    await Promise.all([
      deliverPending(),
      updateMarks(),
      notifications.checkPermission(),
      forwarding.run(),
    ]);
  }

  return {
    alerts,
    deliver,
    onReachChanged(now: Record<FeedId, Reach>, before: Record<FeedId, Reach>): void {
      const ids = [...new Set([...Object.keys(now), ...Object.keys(before)])];
      if (isAnyNear(now, ids) !== isAnyNear(before, ids)) onReach();
    },
    sendTestNotification: () => loaded.then(() => sendTest(notifications)),
  };
}

/** Sends each notification to the user's address as well. */
function forwarded(notifications: Notifications, forwarding: Forwarding): Notifications {
  return {
    ...notifications,
    async show(text, replaced) {
      // Show the notification even if storage is full.
      await forwarding.add(text, replaced).catch(() => undefined);
      return notifications.show(text, replaced);
    },
  };
}

/** Stores the bell of each feed with active alerts or unseen firings. */
async function storeMarks(
  { alertRules, alertSettings, firings }: AlertItems,
  alertsOf: (feedId: FeedId) => FeedAlerts | undefined,
): Promise<void> {
  const rules = alertRules.current;
  const now = Date.now();
  const marks: Record<FeedId, AlertMarkState> = {};
  const mark = (id: string, as: AlertMarkState): void => {
    const feedId = feedOf(id);
    // A total has no row.
    if (feedId !== null) marks[feedId] = as;
  };
  for (const rule of alertSettings.current.areOn ? rules : []) {
    const state = stateOf(rule.id, alertsOf(rule.feedId)?.states ?? {});
    if (isWatching(phaseOf(rule, state, now))) mark(rule.feedId, 'armed');
  }
  for (const { feedId } of firings.current.filter(isUnseen)) mark(feedId, 'fired');
  await alertMarks.update((before) => (isDeepEqual(before, marks) ? before : marks));
}

async function sendTest(notifications: Notifications): Promise<void> {
  await notifications.show({
    id: `test|${Date.now()}`,
    title: t('notification.testTitle'),
    message: t('notification.testText'),
    isOneAlert: false,
  });
}

function namingOf(settings: AlertItems): SubjectNames {
  return { nameOf: (id) => displayName(settings, id), groups: settings.groups.current };
}

import { isDeepEqual } from '../../deep-equal.ts';
import { alertMarks } from '../../storage/alert-marks.ts';
import { alertReach, isAnyNear } from '../../storage/alert-reach.ts';
import {
  alertRules,
  alertSettings,
  firings,
  testNotificationRequestedAt,
} from '../../storage/alerts.ts';
import { rowNames } from '../../storage/view.ts';
import type { Firing } from '../model/firing.ts';
import { phaseOf } from '../model/phase.ts';
import { isQuiet } from '../model/quiet-hours.ts';
import type { AlertRule } from '../model/rule.ts';
import { triggerWords } from '../text/words.ts';
import { feedName } from '../../prices/feed-name.ts';
import type { AlertSettings } from '../../storage/alerts.ts';
import { createAlertDelivery } from './delivery.ts';
import { firedLines } from '../text/journal-lines.ts';
import { alertMarksOf } from './marks.ts';
import type { Suspension } from './findings.ts';
import { createAlerts, type Alerts, type EvaluationSettings } from './evaluator.ts';
import { keep, type Kept } from '../../background/kept.ts';
import { listenToNotifications } from './notification-clicks.ts';
import { pausedId } from '../model/notification-target.ts';
import { pausedTitle, type Wording } from '../text/notification-words.ts';
import { createNotifications } from './notifications.ts';
import { nameOf } from '../../background/toolbar-view.ts';

/** The stored items that alerts depend on. */
export interface AlertItems {
  alertRules: Kept<AlertRule[]>;
  alertSettings: Kept<AlertSettings>;
  firings: Kept<Firing[]>;
  rowNames: Kept<Record<string, string>>;
}

/** Reads the alert items and keeps them up to date. @param onChange called when one changes */
export function keepAlertItems(onChange: () => void): AlertItems {
  return {
    alertRules: keep(alertRules, onChange),
    alertSettings: keep(alertSettings, onChange),
    firings: keep(firings, onChange),
    rowNames: keep(rowNames, onChange),
  };
}

/** The alerts of a running background. */
export interface AlertService {
  /** For the price intake, which evaluates every answer with it. */
  alerts: Alerts;
  /** Updates bells and delivers firings. Call this when an item changes and at each alarm. */
  look: () => Promise<void>;
}

interface AlertServiceOptions {
  settings: AlertItems & EvaluationSettings;
  /** Resolves when `settings` has its stored values. */
  loaded: Promise<unknown>;
  isFirefox: boolean;
  /** Called when a price comes near an alert's level, or when none is near any more. */
  onReach: () => void;
  /** Adds a line about alerts to the journal. */
  record: (text: string) => void;
}

/** Starts the alerts. Registers listeners, so call it in the worker's first turn. */
export function startAlerts(options: AlertServiceOptions): AlertService {
  const { settings, loaded, isFirefox, onReach, record } = options;
  const notifications = createNotifications({
    isFirefox,
    hasSound: () => settings.alertSettings.current.sound,
    record,
  });
  const delivery = createAlertDelivery({
    notifications,
    alertSettings: settings.alertSettings,
    loadWording,
    record,
  });
  const alerts = createAlerts({
    settings,
    onFirings: (newFirings) => {
      for (const line of firedLines(newFirings, symbolOf)) record(line);
      void delivery.deliverPending();
    },
    onSuspended: (suspension) => void notifySuspension(suspension),
  });

  listenToNotifications({ isFirefox });
  testNotificationRequestedAt.watch(() => void sendTest());
  alertReach.watch((now, before) => {
    const ids = [...new Set([...Object.keys(now), ...Object.keys(before)])];
    if (isAnyNear(now, ids) !== isAnyNear(before, ids)) onReach();
  });

  async function loadWording(): Promise<Wording> {
    await Promise.all([loaded, alerts.load()]);
    return { nameOf: (id) => nameOf(settings, id), suspensionOf };
  }

  function suspensionOf({ feedId, alertId }: Firing): string | null {
    const rule = settings.alertRules.current.find(({ id }) => id === alertId);
    const state = alerts.of(feedId)?.states[alertId];
    if (!rule || !state || phaseOf(rule, state, Date.now()) !== 'suspended') return null;
    return state.suspended?.reason ?? null;
  }

  async function look(): Promise<void> {
    await loaded;
    await Promise.all([delivery.deliverPending(), updateMarks(), notifications.checkPermission()]);
  }

  async function updateMarks(): Promise<void> {
    await alerts.load();
    const marks = alertMarksOf({
      rules: settings.alertRules.current,
      firings: settings.firings.current,
      areOn: settings.alertSettings.current.areOn,
      of: alerts.of,
      now: Date.now(),
    });
    await alertMarks.update((before) => (isDeepEqual(before, marks) ? before : marks));
  }

  /** Notifies the user at once. In quiet hours the digest does so, from the alert's state. */
  async function notifySuspension({ rule, reason }: Suspension): Promise<void> {
    const { quietHours } = settings.alertSettings.current;
    record(`Alert suspended: ${symbolOf(rule.feedId)} ${triggerWords(rule.trigger)}. ${reason}`);
    if (isQuiet(quietHours, Date.now(), Temporal.Now.timeZoneId())) return;
    await notifications.show({
      id: pausedId(rule),
      title: pausedTitle(nameOf(settings, rule.feedId)),
      message: reason,
      isOneAlert: false,
    });
  }

  /** Not the display name: the user may share the journal in a report. */
  function symbolOf(feedId: string): string {
    return feedName(settings.followedFeeds.current[feedId], feedId).symbol;
  }

  async function sendTest(): Promise<void> {
    await loaded;
    await notifications.show({
      id: `test|${Date.now()}`,
      title: 'Pricelight: test notification',
      message: 'Alerts reach you like this one.',
      isOneAlert: false,
    });
  }

  return { alerts, look };
}

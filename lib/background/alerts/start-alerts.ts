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
import type { Firing } from '../../alerts/firing.ts';
import { phaseOf } from '../../alerts/phase.ts';
import { isQuiet } from '../../alerts/quiet-hours.ts';
import type { AlertRule } from '../../alerts/rule.ts';
import { triggerWords } from '../../alerts/words.ts';
import { feedName } from '../../prices/feed-name.ts';
import type { AlertSettings } from '../../storage/alerts.ts';
import { createAlertDelivery } from './delivery.ts';
import { firedLines } from './journal-lines.ts';
import { alertMarksOf } from './marks.ts';
import type { Suspension } from './findings.ts';
import { createAlerts, type Alerts, type EvaluationSettings } from './alerts.ts';
import { keep, type Kept } from '../kept.ts';
import { listenToNotifications } from './notification-clicks.ts';
import { pausedId } from './notification-target.ts';
import { pausedTitle, type Wording } from './notification-words.ts';
import { createNotifications } from './notifications.ts';
import { nameOf } from '../toolbar-view.ts';

/** The stored items that the alerts go by. */
export interface AlertItems {
  alertRules: Kept<AlertRule[]>;
  alertSettings: Kept<AlertSettings>;
  firings: Kept<Firing[]>;
  rowNames: Kept<Record<string, string>>;
}

/** @param onChange called when one of them changed */
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
  /** For the price intake, which lets them look at every answer. */
  alerts: Alerts;
  /** Brings bells and delivery up to date; to be called when an item changed, and at each alarm. */
  look: () => Promise<void>;
}

interface AlertServiceOptions {
  settings: AlertItems & EvaluationSettings;
  /** When `settings` holds what is stored. */
  loaded: Promise<unknown>;
  isFirefox: boolean;
  /** A price came near to an alert's level, or none is any more. */
  onReach: () => void;
  /** Takes what happened to alerts, in plain words, for the journal. */
  record: (text: string) => void;
}

/** To be called in the worker's first turn: it registers listeners. */
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
    onFirings: (found) => {
      for (const line of firedLines(found, symbolOf)) record(line);
      void delivery.look();
    },
    onSuspended: (suspension) => void tellSuspension(suspension),
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
    await Promise.all([delivery.look(), updateMarks(), notifications.checkPermission()]);
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

  /** The alert's state says it for good; this is only to be told at once, or by the digest. */
  async function tellSuspension({ rule, reason }: Suspension): Promise<void> {
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

  /** A report that is sent on holds no name that the user gave. */
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

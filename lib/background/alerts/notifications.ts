import { browser } from 'wxt/browser';
import { notificationsBlocked } from '../../storage/alerts.ts';
import type { NotificationText } from './notification-words.ts';

const BLOCKED =
  'Notifications of this browser are blocked. Allow them in the settings of the system, then send a test.';
const FAILED =
  'The browser could not show a notification. Look at the notification settings of the system, then send a test.';

/** The places of the buttons on a notification of one alert. */
export const BUTTONS = ['Snooze 1 h', 'Turn off'] as const;

/** The system's notifications. */
export interface Notifications {
  /** Shows one, or the same again under its id; `false`: it cannot reach the user. */
  show: (text: NotificationText) => Promise<boolean>;
  /** The ids of those that are still there. */
  shown: () => Promise<string[]>;
  /** Finds out, and stores for the pages, whether the browser lets notifications through. */
  checkPermission: () => Promise<boolean>;
}

interface NotificationOptions {
  /** Firefox knows neither buttons nor silence, and refuses a notification with them. */
  isFirefox: boolean;
  hasSound: () => boolean;
  /** For the journal. */
  record: (text: string) => void;
}

export function createNotifications(options: NotificationOptions): Notifications {
  const { isFirefox, hasSound, record } = options;
  let reported: string | null | undefined;

  async function isGranted(): Promise<boolean> {
    return isFirefox || (await browser.notifications.getPermissionLevel()) === 'granted';
  }

  /** Stores for the pages what is in the way; gives whether nothing is. */
  async function report(reason: string | null): Promise<boolean> {
    if (reason !== reported) {
      await notificationsBlocked.update((before) => {
        if (reason !== before) record(reason ?? 'Notifications reach the user again.');
        return reason;
      });
      // Nobody else writes it, and the way of a firing is to be short.
      reported = reason;
    }
    return reason === null;
  }

  return {
    async show({ id, title, message, isOneAlert }) {
      if (!(await isGranted())) return report(BLOCKED);
      const buttons = isOneAlert ? BUTTONS.map((label) => ({ title: label })) : [];
      try {
        await browser.notifications.create(id, {
          type: 'basic',
          iconUrl: browser.runtime.getURL('/icons/128.png'),
          title,
          message,
          ...(isFirefox ? {} : { buttons, silent: !hasSound() }),
        });
      } catch {
        return report(FAILED);
      }
      return report(null);
    },
    async shown() {
      return Object.keys(await browser.notifications.getAll());
    },
    async checkPermission() {
      return (await isGranted()) ? true : report(BLOCKED);
    },
  };
}

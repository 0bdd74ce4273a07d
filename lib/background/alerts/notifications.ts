import type { JournalEvent } from '../../domain/diagnostics/journal-event.ts';
import { browser } from 'wxt/browser';
import { t } from '../../base/locale/t.ts';
import { notificationsBlocked } from '../../storage/values/alerts.ts';
import type { NotificationProblem } from '../../domain/alerts/model/notification-problem.ts';
import type { NotificationText } from '../../domain/alerts/text/notification-words.ts';

export type Notifications = ReturnType<typeof createNotifications>;

/** A notification to be replaced by one that repeats its text. */
export interface Replaced {
  id: string;
  /** What the new notification adds. */
  news: NotificationText;
}

interface NotificationOptions {
  /** Firefox supports neither `buttons` nor `silent`, and rejects a notification that has them. */
  isFirefox: boolean;
  hasSound: () => boolean;
  record: (event: JournalEvent) => void;
}

export function createNotifications(options: NotificationOptions) {
  const { isFirefox, hasSound, record } = options;
  let reported: NotificationProblem | null | undefined;

  async function isGranted(): Promise<boolean> {
    return isFirefox || (await browser.notifications.getPermissionLevel()) === 'granted';
  }

  /** Stores why notifications fail, for the pages. Returns true if they work. */
  async function report(problem: NotificationProblem | null): Promise<boolean> {
    if (problem !== reported) {
      await notificationsBlocked.update((before) => {
        if (problem !== before) record({ kind: 'notifications', problem });
        return problem;
      });
      // No other code writes this item, so remembering it saves a read for every firing.
      reported = problem;
    }
    return problem === null;
  }

  return {
    /** Shows a notification, replacing one with the same id; `false` if the browser can't. */
    async show(
      { id, title, message, isOneAlert }: NotificationText,
      replaced?: Replaced,
    ): Promise<boolean> {
      if (!(await isGranted())) return report('blocked');
      const buttons = isOneAlert ? buttonsOfOne() : [];
      try {
        await browser.notifications.create(id, {
          type: 'basic',
          iconUrl: browser.runtime.getURL('/icons/128.png'),
          title,
          message,
          ...(isFirefox ? {} : { buttons, silent: !hasSound() }),
        });
      } catch {
        return report('failed');
      }
      // The new notification comes first: if the worker dies in between, nothing is lost.
      if (replaced && replaced.id !== id) await browser.notifications.clear(replaced.id);
      return report(null);
    },
    async shown(): Promise<string[]> {
      return Object.keys(await browser.notifications.getAll());
    },
    /** Stores whether the browser allows notifications, for the pages. */
    async checkPermission(): Promise<boolean> {
      return (await isGranted()) ? true : report('blocked');
    },
  };
}

/** `notification-clicks.ts` relies on the order of the buttons. */
function buttonsOfOne() {
  return [{ title: t('notification.snoozeButton') }, { title: t('common.pauseButton') }];
}

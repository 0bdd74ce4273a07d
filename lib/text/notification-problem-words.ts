import type { NotificationProblem } from '../storage/alerts.ts';

/** Why notifications do not reach the user, and what to do about it. */
export const NOTIFICATION_PROBLEM_WORDS: Record<NotificationProblem, string> = {
  blocked:
    'Notifications of this browser are blocked. Allow them in the settings of the system, then send a test.',
  failed:
    'The browser could not show a notification. Look at the notification settings of the system, then send a test.',
};

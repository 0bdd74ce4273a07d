import { t } from '../../base/locale/t.ts';
import { displayName } from '../display-name.ts';
import type { SubjectNames } from '../../domain/alerts/text/subject-words.ts';
import type { AlertItems } from './alert-items.ts';
import type { Notifications } from './notifications.ts';

export async function sendTest(notifications: Notifications): Promise<void> {
  await notifications.show({
    id: `test|${Date.now()}`,
    title: t('notification.testTitle'),
    message: t('notification.testText'),
    isOneAlert: false,
  });
}

export function namingOf(settings: AlertItems): SubjectNames {
  return { nameOf: (id) => displayName(settings, id), groups: settings.groups.current };
}

import {
  reactivateAlert,
  duplicateAlert,
  endAlertSnooze,
  removeAlerts,
  restoreAlerts,
  snoozeAlert,
  pauseAlert,
  type AlertResult,
} from '@/lib/pages/alerts/alert-actions.ts';
import type { SnoozeChoice } from '@/lib/domain/alerts/model/rule-changes.ts';
import { alertRefusalWords } from '@/lib/domain/alerts/text/refusal-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { showPageNotice } from '../shared/page-notice.ts';

/** Actions that report their results. Each one replaces the previous one's undo. */
export const alertActions = {
  setOn: async ({ id }: AlertRule, isOn: boolean) =>
    report(await (isOn ? reactivateAlert(id) : pauseAlert(id)), null),
  reactivate: async ({ id }: AlertRule) =>
    report(await reactivateAlert(id), t('alerts.done.changed')),
  snooze: async ({ id }: AlertRule, choice: SnoozeChoice) =>
    report(await snoozeAlert(id, choice), t('alerts.done.changed')),
  endSnooze: async ({ id }: AlertRule) =>
    report(await endAlertSnooze(id), t('alerts.done.changed')),
  duplicate: async ({ id }: AlertRule) =>
    report(await duplicateAlert(id), t('alerts.done.created')),
  remove: async ({ id }: AlertRule) => {
    const removed = await removeAlerts([id]);
    showPageNotice({ text: t('alerts.done.deleted'), undo: () => restoreAlerts(removed) });
  },
};

export function reportCreated({ id }: AlertRule): void {
  showPageNotice({ text: t('alerts.done.created'), undo: () => removeAlerts([id]) });
}

function report(result: AlertResult, done: string | null): void {
  const text = 'refusal' in result ? alertRefusalWords(result.refusal) : done;
  showPageNotice(text === null ? null : { text, undo: null });
}

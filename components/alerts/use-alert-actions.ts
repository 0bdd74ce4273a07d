import { useCallback, useMemo, useState } from 'react';
import {
  reactivateAlert,
  duplicateAlert,
  endAlertSnooze,
  removeAlerts,
  restoreAlerts,
  snoozeAlert,
  pauseAlert,
  type AlertResult,
} from '@/lib/alerts/store/alert-actions.ts';
import type { SnoozeChoice } from '@/lib/alerts/model/rule-changes.ts';
import { refusalWords } from '@/lib/alerts/text/refusal-words.ts';
import { t } from '@/lib/locale/t.ts';
import type { AlertRule } from '@/lib/alerts/model/rule.ts';
import type { Notice } from '../hooks/notice.ts';

/** Actions on alerts that report their results. Each action replaces the previous action's undo. */
export function useAlertActions() {
  const [notice, setNotice] = useState<Notice | null>(null);

  const actions = useMemo(() => {
    const showNotice = (text: string | null, undo: Notice['undo'] = null): void =>
      setNotice(text === null ? null : { text, undo });
    const report = (result: AlertResult, done: string | null): void =>
      showNotice('refusal' in result ? refusalWords(result.refusal) : done);
    return {
      setOn: async ({ id }: AlertRule, isOn: boolean) =>
        report(await (isOn ? reactivateAlert(id) : pauseAlert(id)), null),
      reactivate: async ({ id }: AlertRule) =>
        report(await reactivateAlert(id), t('alerts.done.reactivated')),
      snooze: async ({ id }: AlertRule, choice: SnoozeChoice) =>
        report(await snoozeAlert(id, choice), t('alerts.done.snoozed')),
      endSnooze: async ({ id }: AlertRule) =>
        report(await endAlertSnooze(id), t('alerts.done.snoozeEnded')),
      duplicate: async ({ id }: AlertRule) =>
        report(await duplicateAlert(id), t('alerts.done.duplicated')),
      remove: async ({ id }: AlertRule) => {
        const removed = await removeAlerts([id]);
        showNotice(t('alerts.done.deleted'), async () => {
          await restoreAlerts(removed);
          showNotice(null);
        });
      },
    };
  }, []);

  const undo = async (): Promise<void> => {
    await notice?.undo?.();
  };
  return { notice, actions, undo, dismiss: useCallback(() => setNotice(null), []) };
}

export type AlertActions = ReturnType<typeof useAlertActions>['actions'];

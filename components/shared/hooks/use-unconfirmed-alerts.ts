import { useMemo } from 'react';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { alertRules, alertsToConfirm } from '@/lib/storage/values/alerts.ts';
import { useStored } from './use-stored.ts';

/** The alerts that were paused by going live. Turning an alert on confirms it. */
export function useUnconfirmedAlerts(): readonly AlertRule[] {
  const ids = useStored(alertsToConfirm);
  const rules = useStored(alertRules);
  return useMemo(
    () => (rules ?? []).filter(({ id, enabled }) => !enabled && ids?.includes(id)),
    [ids, rules],
  );
}

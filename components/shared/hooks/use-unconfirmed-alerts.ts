import { useMemo } from 'react';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { alertRules, alertsToConfirm } from '@/lib/storage/values/alerts.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { useStored } from './use-stored.ts';

/** The alerts that were paused by going live. Turning an alert on confirms it. */
export function useUnconfirmedAlerts(): readonly AlertRule[] {
  const ids = useStored(alertsToConfirm);
  const rules = useStored(alertRules);
  const areSamples = useStored(areSamplesShown);
  return useMemo(
    () =>
      areSamples ? [] : (rules ?? []).filter(({ id, enabled }) => !enabled && ids?.includes(id)),
    [areSamples, ids, rules],
  );
}

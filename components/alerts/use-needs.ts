import { needOf, type Need } from '@/lib/domain/alerts/model/need.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

const NONE = {};

/** What an alert needs from the user. Feeds without sample prices need going live only. */
export function useNeeds(): (rule: AlertRule) => Need | null {
  const missing = useStored(missingFeeds) ?? NONE;
  const areSamples = useStored(areSamplesShown) ?? false;
  return (rule) => needOf(rule, areSamples ? NONE : missing);
}

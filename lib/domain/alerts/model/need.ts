import type { FeedId } from '../../../base/units.ts';
import { feedOf } from '../../holdings/subject.ts';
import type { MissingReason } from '../../prices/stored-price.ts';
import type { AlertRule } from './rule.ts';

/**
 * Why an alert cannot be checked until the user does something: its kind no longer exists, the
 * service no longer offers its feed, or the access token does not cover it.
 */
export type Need = 'retired' | 'gone' | 'not-covered';

/** `null`: the alert needs nothing. */
export function needOf(
  { feedId, trigger, enabled }: AlertRule,
  missing: Readonly<Record<FeedId, MissingReason>>,
): Need | null {
  if (trigger.kind === 'retired') return 'retired';
  const reason = enabled ? missing[feedOf(feedId) ?? ''] : undefined;
  if (reason === 'unknown') return 'gone';
  return reason === 'not-covered' ? reason : null;
}

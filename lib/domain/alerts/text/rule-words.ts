import { t } from '../../../base/locale/t.ts';
import type { UnixMilliseconds } from '../../../base/units.ts';
import type { AlertRule, Cooldown } from '../model/rule.ts';
import { sideThatCounts } from '../model/trigger.ts';

type FormatTime = (at: UnixMilliseconds) => string;

/** `At most every hour · Expires Dec 31, 14:00`. */
export function ruleSummary(rule: AlertRule, formatTime: FormatTime): string {
  const { expiresAt } = rule;
  const parts = [
    repeatWords(rule),
    sideThatCounts(rule.trigger) !== null && t('alerts.summary.alsoIfThere'),
    expiresAt !== null && t('alerts.summary.expires', { time: formatTime(expiresAt) }),
  ];
  return parts.filter((part) => part !== false).join(' · ');
}

export function repeatWords({ repeat }: Pick<AlertRule, 'repeat'>): string {
  if (repeat.mode === 'once') return t('alerts.summary.once');
  return cooldownWords(repeat.cooldownSeconds);
}

/** `At most every hour`. */
export function cooldownWords(seconds: Cooldown): string {
  return t(`alerts.repeat.${REPEATS[seconds]}`);
}

const REPEATS = { 60: 'minute', 3_600: 'hour', 86_400: 'day' } as const;

import { optionsOf } from '@/lib/alerts/model/rule.ts';
import type { AlertRule } from '@/lib/alerts/model/rule.ts';
import { durationText } from '@/lib/alerts/text/words.ts';
import { timeWords } from './time-words.ts';

/** An alert's options in brief: `repeats after 15 min · certain`. */
export function ruleSummary(rule: AlertRule): string {
  const { repeat, confirmationSeconds, expiresAt } = rule;
  const has = optionsOf(rule.trigger.kind);
  const parts = [
    repeat.mode === 'once' ? 'once' : repeatWords(repeat.cooldownSeconds),
    has.confirmation && confirmationSeconds > 0 && `held ${durationText(confirmationSeconds)}`,
    has.certain && rule.certain && 'certain',
    has.onlyWhileOpen && !rule.onlyWhileOpen && 'closed market too',
    expiresAt !== null && `until ${timeWords(expiresAt)}`,
  ];
  return parts.filter((part) => part !== false).join(' · ');
}

function repeatWords(cooldownSeconds: number): string {
  return cooldownSeconds === 0 ? 'repeats' : `repeats after ${durationText(cooldownSeconds)}`;
}

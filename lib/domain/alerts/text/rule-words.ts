import { t } from '../../../base/locale/t.ts';
import type { Cooldown } from '../model/rule.ts';

/** `At most every hour`. */
export function cooldownWords(seconds: Cooldown): string {
  return t(`alerts.repeat.${REPEATS[seconds]}`);
}

const REPEATS = { 60: 'minute', 3_600: 'hour', 86_400: 'day' } as const;

import { dateFormat } from '../../base/locale/format.ts';
import { t } from '../../base/locale/t.ts';
import type { UnixMilliseconds } from '../../base/units.ts';

/** To the second, in the user's time zone; 0: never. */
export function formatTime(ms: UnixMilliseconds): string {
  if (ms === 0) return t('diagnostics.notYet');
  return dateFormat({ dateStyle: 'medium', timeStyle: 'medium' }).format(ms);
}

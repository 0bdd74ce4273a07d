import { dateFormat, formatCount } from '../../../base/locale/format.ts';
import { formatDuration } from '../../../base/locale/format-duration.ts';
import { t } from '../../../base/locale/t.ts';
import { toMilliseconds, type UnixSeconds } from '../../../base/units.ts';
import { isRehearsable, type Rehearsal } from '../engine/rehearse.ts';
import type { AlertRule } from '../model/rule.ts';

/** Higher counts are shown only as too often. */
const MOST = 100;

/** Of a wider range, only the lower bound means something. */
const WIDEST = 3;

/** Whether an alert would have triggered too often for anybody to read. */
function isTooOften({ from }: Rehearsal): boolean {
  return from > MOST;
}

/**
 * How often an alert would have triggered: `Would have triggered 4 times in the last 30 days; last
 * on Nov 21, 14:05.`
 * @param days length of the history
 */
export function rehearsalWords(rule: AlertRule, rehearsal: Rehearsal, days: number): string {
  if (!isRehearsable(rule)) return t('rehearsal.notShown');
  const { from, to, times } = rehearsal;
  const span = formatDuration(days * 86_400, 'long');
  const [first, last] = [times[0], times.at(-1)];
  if (to === 0) return t('rehearsal.never', { span });
  if (isTooOften(rehearsal)) {
    return t('rehearsal.tooOften', { limit: formatCount(MOST), span });
  }
  if (to === null || (from > 0 && to > from * WIDEST)) {
    return from === 0 ? t('rehearsal.unknown') : t('rehearsal.atLeast', { count: from, span });
  }
  if (from < to) return t('rehearsal.between', { from: String(from), count: to, span });
  if (rule.repeat.mode === 'once' && first !== undefined) {
    return t('rehearsal.once', { time: dayAndTime(first) });
  }
  return t('rehearsal.times', {
    count: from,
    span,
    time: last === undefined ? '' : dayAndTime(last),
  });
}

function dayAndTime(at: UnixSeconds): string {
  const format = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;
  return dateFormat(format).format(toMilliseconds(at));
}

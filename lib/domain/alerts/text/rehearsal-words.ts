import { dateFormat, formatCount } from '../../../base/locale/format.ts';
import { formatDuration } from '../../../base/locale/format-duration.ts';
import { t } from '../../../base/locale/t.ts';
import { toMilliseconds, type UnixSeconds } from '../../../base/units.ts';
import type { Rehearsal } from '../engine/rehearse.ts';
import type { AlertRule } from '../model/rule.ts';

/** Counts above this read “more than 100 times”. */
const MOST = 100;

/** Whether an alert would have triggered more often than anyone could read. */
function isTooOften({ times }: Pick<Rehearsal, 'times'>): boolean {
  return times.length > MOST;
}

/**
 * How often an alert would have triggered: `Would have triggered 4 times`, `in the last 30 days,
 * most recently on Nov 21`.
 * @param days length of the history
 */
export function rehearsalWords(
  rule: AlertRule,
  { times, isAbout }: Rehearsal,
  days: number,
): { title: string; detail: string } {
  const span = formatDuration(days * 86_400, 'long');
  const within = t('rehearsal.within', { span });
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) {
    return { title: t('rehearsal.never'), detail: within };
  }
  if (isTooOften({ times })) {
    return { title: t('rehearsal.tooOften', { limit: formatCount(MOST) }), detail: within };
  }
  const count = times.length;
  if (rule.repeat.mode === 'once') {
    const detail =
      count === 1
        ? t('rehearsal.only', { span })
        : t('rehearsal.first', { times: formatCount(count), span });
    return { title: t('rehearsal.once', { day: dayOf(first) }), detail };
  }
  return {
    title: t(isAbout ? 'rehearsal.about' : 'rehearsal.times', { count }),
    detail: t('rehearsal.last', { span, day: dayOf(last) }),
  };
}

function dayOf(at: UnixSeconds): string {
  return dateFormat({ day: 'numeric', month: 'short' }).format(toMilliseconds(at));
}

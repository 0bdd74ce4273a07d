import { formatUnit } from '../../base/locale/format.ts';
import { joinSentences } from '../../base/locale/sentences.ts';
import { t } from '../../base/locale/t.ts';
import { isUnanswered, needsNotice, type ClockNotice } from './clock-skew.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** One or two sentences; `null` if no notice is needed. */
export function clockNotice(skew: ClockNotice): string | null {
  if (!needsNotice(skew)) return null;
  const { skewMs, uncorrectedMs } = skew;
  if (isUnanswered(skew)) return uncorrectedNotice(uncorrectedMs ?? 0);
  return joinSentences([clockSentence(skewMs), t('clock.corrected')]);
}

/** How far the local clock is off. @param skewMs local clock minus true time */
function clockSentence(skewMs: number): string {
  return t(`clock.${direction(skewMs)}`, { duration: roughDuration(skewMs) });
}

/** For when either the clock is fast or prices are late. */
export function doubtfulSentence(skewMs: number): string {
  return t('clock.fastOrLate', { duration: roughDuration(skewMs) });
}

function uncorrectedNotice(skewMs: number): string {
  return skewMs > 0
    ? joinSentences([doubtfulSentence(skewMs), t('clock.check')])
    : joinSentences([clockSentence(skewMs), t('clock.set')]);
}

function direction(skewMs: number): 'fast' | 'slow' {
  return skewMs > 0 ? 'fast' : 'slow';
}

/** `65 seconds` or `3 hours`. */
export function roughDuration(ms: number): string {
  return formatUnit(rounded(Math.abs(ms)), 'long');
}

function rounded(ms: number): Partial<Record<Intl.DurationFormatUnit, number>> {
  if (ms < 2 * MINUTE) return { seconds: Math.round(ms / SECOND) };
  if (ms < 2 * HOUR) return { minutes: Math.round(ms / MINUTE) };
  return ms < 2 * DAY ? { hours: Math.round(ms / HOUR) } : { days: Math.round(ms / DAY) };
}

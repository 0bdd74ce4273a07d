import { formatUnit } from '../../base/locale/format.ts';
import { joinSentences } from '../../base/locale/sentences.ts';
import { t } from '../../base/locale/t.ts';
import { needsNotice, type ClockNotice } from './clock-skew.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Two sentences; `null` if no notice is needed. */
export function clockNotice(skew: ClockNotice): string | null {
  if (!needsNotice(skew)) return null;
  const { skewMs, uncorrectedMs } = skew;
  const duration = roughDuration(uncorrectedMs ?? skewMs);
  if (uncorrectedMs === null) {
    return joinSentences([t('clock.slow', { duration }), t('clock.corrected')]);
  }
  return uncorrectedMs > 0
    ? joinSentences([t('clock.fastOrLate', { duration }), t('clock.check')])
    : joinSentences([t('clock.slow', { duration }), t('clock.set')]);
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

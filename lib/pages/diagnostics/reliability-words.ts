import { numberFormat } from '../../base/locale/format.ts';
import { formatRecentTime } from '../../base/locale/format-recent-time.ts';
import { t } from '../../base/locale/t.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import type { PeriodPart, ServiceSummary } from './service-stats.ts';

/** The figures of one hour or day, as texts. */
export interface PartWords {
  from: string;
  answered: string;
  latency: string;
}

export function partWords(part: PeriodPart, nowMs: UnixMilliseconds): PartWords {
  const { from, latencyMs } = part;
  return {
    from: formatRecentTime(from, nowMs),
    answered: shareWords(part),
    latency: latencyMs === null ? NOT_MEASURED : milliseconds(latencyMs.median),
  };
}

/** The share of requests that were answered: `99.8%`; a dash without requests. */
export function shareWords({ answeredShare }: Pick<ServiceSummary, 'answeredShare'>): string {
  if (answeredShare === null) return NOT_MEASURED;
  // Rounded down: 100% is only what has no failure.
  const options = { style: 'percent', maximumFractionDigits: 1, roundingMode: 'floor' } as const;
  return numberFormat(options).format(answeredShare);
}

/** The median and the 95th percentile; `null`: not measured. */
export function spreadWords(figures: ServiceSummary['latencyMs']): string | null {
  if (figures === null) return null;
  const [median, p95] = [milliseconds(figures.median), milliseconds(figures.p95)];
  return t('diagnostics.reliability.spread', { median, p95 });
}

/** A duration that is not wrapped: `91 ms`. */
export function milliseconds(ms: number): string {
  const options = { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 } as const;
  return numberFormat(options).format(ms).replaceAll(' ', NO_BREAK_SPACE);
}

const NOT_MEASURED = '–';
const NO_BREAK_SPACE = '\u00A0';

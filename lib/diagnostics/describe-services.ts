import { formatBytes } from '../connection/data-estimate.ts';
import { formatCount, numberFormat } from '../locale/format.ts';
import { t } from '../locale/t.ts';
import type { HourStats } from '../storage/service-stats.ts';
import type { ServiceSettings } from '../storage/settings.ts';
import type { UnixMilliseconds } from '../units.ts';
import { answersWords } from './describe-counts.ts';
import type { Fact } from './fact.ts';
import { summarize, type ServiceSummary } from './service-stats.ts';

/** What each price service was worth, by its place on the list: names and hosts may be private. */
export function describeServices(
  services: readonly ServiceSettings[],
  stats: Readonly<Record<string, readonly HourStats[]>>,
  nowMs: UnixMilliseconds,
): Fact[] {
  return services.flatMap(({ id }, place): Fact[] => {
    const number = formatCount(place + 1);
    const hours = stats[id] ?? [];
    return [
      [t('diagnostics.services.day', { number }), summaryWords(summarize(hours, 24, nowMs))],
      [t('diagnostics.services.week', { number }), summaryWords(summarize(hours, 7 * 24, nowMs))],
    ];
  });
}

function summaryWords(summary: ServiceSummary): string {
  const { answeredShare, latencyMs, lagMs, refusals, bytes, contradictions } = summary;
  if (answeredShare === null) return t('diagnostics.none');
  const percent = numberFormat({ style: 'percent', maximumFractionDigits: 1 });
  return [
    t('diagnostics.services.answered', { share: percent.format(answeredShare) }),
    ...(Object.keys(refusals).length > 0 ? [answersWords(refusals)] : []),
    ...(latencyMs ? [t('diagnostics.services.latency', spreadWords(latencyMs))] : []),
    ...(lagMs ? [t('diagnostics.services.lag', spreadWords(lagMs))] : []),
    ...(contradictions > 0
      ? [t('diagnostics.services.contradictions', { count: contradictions })]
      : []),
    formatBytes(bytes),
  ].join(' · ');
}

function spreadWords({ median, p95 }: { median: number; p95: number }) {
  const format = numberFormat({ style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 });
  return { median: format.format(median), most: format.format(p95) };
}

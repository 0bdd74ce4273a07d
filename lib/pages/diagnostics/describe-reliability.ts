import { formatBytes } from '../../domain/connection/data-estimate.ts';
import type { ServiceList } from '../../domain/connection/service-list.ts';
import { formatCount } from '../../base/locale/format.ts';
import { t } from '../../base/locale/t.ts';
import type { HourStats, StatsById } from '../../storage/values/service-stats.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import { answersWords } from './describe-counts.ts';
import type { Fact } from '../../domain/diagnostics/fact.ts';
import { milliseconds, shareWords, spreadWords } from './reliability-words.ts';
import {
  partsOf,
  PERIODS,
  summarize,
  type Period,
  type PeriodPart,
  type ServiceSummary,
} from './service-stats.ts';

/** What was measured of one service in one period. */
export interface Reliability {
  /** The service's number on the list, and the period. */
  title: string;
  period: Period;
  facts: Fact[];
  /** The hours of a day, or the days of a week. */
  parts: PeriodPart[];
}

/** How reliable one service was. */
export interface ServiceReliability {
  /** The service's number on the list. */
  title: string;
  /** Empty: nothing was measured. */
  periods: Reliability[];
}

/** How reliable each service was in the last day and week. No name, URL or header. */
export function describeReliability(
  list: ServiceList,
  stats: StatsById,
  nowMs: UnixMilliseconds,
): ServiceReliability[] {
  return list.map(({ id }, index) => {
    const hours = stats[id] ?? [];
    const title = t('diagnostics.services.number', { number: formatCount(index + 1) });
    const isMeasured = summarize(hours, PERIODS.week.hours, nowMs).answeredShare !== null;
    const periods: Period[] = isMeasured ? ['day', 'week'] : [];
    return {
      title,
      periods: periods.map((period) => ({
        title: t(`diagnostics.reliability.${period}Label`, { service: title }),
        period,
        facts: factsOf(summarize(hours, PERIODS[period].hours, nowMs)),
        parts: partsOf(hours, period, nowMs),
      })),
    };
  });
}

/** The same as lines of text. */
export function reliabilityLines(services: readonly ServiceReliability[]): string[] {
  return services.flatMap(({ title, periods }) => {
    if (periods.length === 0) return [title, t('diagnostics.reliability.unused'), ''];
    return periods.flatMap((each) => [
      each.title,
      ...[...each.facts, partsFact(each)].map(([name, value]) => line(name, value)),
      '',
    ]);
  });
}

/** What each part of a period is: an hour or a day. */
export function partsWords(period: Period): string {
  return t(period === 'day' ? 'diagnostics.reliability.byHour' : 'diagnostics.reliability.byDay');
}

/** The last day's median latency and lag of a service in a few words; empty: not measured. */
export function speedWords(hours: readonly HourStats[], nowMs: UnixMilliseconds): string[] {
  const { latencyMs, lagMs } = summarize(hours, PERIODS.day.hours, nowMs);
  return [
    ...(latencyMs ? [speed('latency', latencyMs.median)] : []),
    ...(lagMs ? [speed('lag', lagMs.median)] : []),
  ];
}

function speed(name: 'latency' | 'lag', ms: number): string {
  return line(t(`diagnostics.reliability.${name}`), milliseconds(ms));
}

function line(name: string, value: string): string {
  return t('diagnostics.report.fact', { name, value });
}

/** The share of answered requests in each part: `– 100% 98%`. */
function partsFact({ period, parts }: Reliability): Fact {
  return [partsWords(period), parts.map(shareWords).join(' ')];
}

function factsOf(summary: ServiceSummary): Fact[] {
  const { requests, refusals, latencyMs, lagMs } = summary;
  const [none, noPrices] = [t('diagnostics.none'), t('diagnostics.reliability.noSignedPrices')];
  return [
    [t('diagnostics.reliability.answered'), `${shareWords(summary)} · ${formatCount(requests)}`],
    [t('diagnostics.reliability.latency'), spreadWords(latencyMs) ?? none],
    [t('diagnostics.reliability.lag'), spreadWords(lagMs) ?? noPrices],
    [t('diagnostics.reliability.refusals'), answersWords(refusals) || none],
    [t('diagnostics.reliability.bytes'), formatBytes(summary.bytes)],
    [t('diagnostics.reliability.contradictions'), formatCount(summary.contradictions)],
  ];
}

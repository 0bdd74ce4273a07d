import { formatBytes } from '../connection/data-estimate.ts';
import type { ServiceList } from '../connection/service-list.ts';
import { formatCount, numberFormat } from '../locale/format.ts';
import { t } from '../locale/t.ts';
import type { HourStats } from '../storage/service-stats.ts';
import type { UnixMilliseconds } from '../units.ts';
import { answersWords } from './describe-counts.ts';
import type { Fact } from './fact.ts';
import { MAX_HOURS, summarize, type ServiceSummary } from './service-stats.ts';

const DAY_HOURS = 24;

/** What was measured of one service in one period. */
export interface Reliability {
  /** The service's number on the list, and the period. */
  title: string;
  facts: Fact[];
}

/** How reliable each service was in the last day and week. No name, URL or header. */
export function describeReliability(
  list: ServiceList,
  stats: Readonly<Record<string, HourStats[]>>,
  nowMs: UnixMilliseconds,
): Reliability[] {
  return list.flatMap(({ id }, index) => {
    const hours = stats[id] ?? [];
    const service = t('diagnostics.services.number', { number: formatCount(index + 1) });
    const day = summarize(hours, DAY_HOURS, nowMs);
    const week = summarize(hours, MAX_HOURS, nowMs);
    if (week.requests === 0) return [];
    return [
      { title: t('diagnostics.reliability.dayLabel', { service }), facts: factsOf(day) },
      { title: t('diagnostics.reliability.weekLabel', { service }), facts: factsOf(week) },
    ];
  });
}

/** The last day's median latency and lag of a service in a few words; empty: not measured. */
export function speedWords(hours: readonly HourStats[], nowMs: UnixMilliseconds): string {
  const { latencyMs, lagMs } = summarize(hours, DAY_HOURS, nowMs);
  const measured: Fact[] = [
    ...(latencyMs ? [fact('latency', latencyMs.median)] : []),
    ...(lagMs ? [fact('lag', lagMs.median)] : []),
  ];
  return measured.map(([name, value]) => t('diagnostics.report.fact', { name, value })).join(' · ');
}

function fact(name: 'latency' | 'lag', ms: number): Fact {
  return [t(`diagnostics.reliability.${name}`), milliseconds(ms)];
}

function factsOf(summary: ServiceSummary): Fact[] {
  const { answeredShare, requests, refusals } = summary;
  const share = answeredShare === null ? t('diagnostics.none') : percent().format(answeredShare);
  return [
    [t('diagnostics.reliability.answered'), `${share} · ${formatCount(requests)}`],
    [t('diagnostics.reliability.latency'), spread(summary.latencyMs)],
    [t('diagnostics.reliability.lag'), spread(summary.lagMs)],
    [t('diagnostics.reliability.refusals'), answersWords(refusals) || t('diagnostics.none')],
    [t('diagnostics.reliability.bytes'), formatBytes(summary.bytes)],
    [t('diagnostics.reliability.contradictions'), formatCount(summary.contradictions)],
  ];
}

function spread(figures: ServiceSummary['latencyMs']): string {
  if (figures === null) return t('diagnostics.none');
  const [median, p95] = [milliseconds(figures.median), milliseconds(figures.p95)];
  return t('diagnostics.reliability.spread', { median, p95 });
}

function milliseconds(ms: number): string {
  return numberFormat({ style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 }).format(ms);
}

function percent(): Intl.NumberFormat {
  return numberFormat({ style: 'percent', maximumFractionDigits: 1 });
}

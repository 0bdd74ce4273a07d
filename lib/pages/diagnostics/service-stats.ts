import type { HourStats, StatsById } from '../../storage/values/service-stats.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import { addHistograms, quantile } from '../../domain/diagnostics/histogram.ts';

const HOUR_MS = 60 * 60_000;

/** A week: the oldest hour is dropped when a new one begins. */
export const MAX_HOURS = 7 * 24;

/** The periods that are summed up, and the parts that their charts have, in hours. */
export const PERIODS = {
  day: { hours: 24, partHours: 1 },
  week: { hours: MAX_HOURS, partHours: 24 },
} as const;
export type Period = keyof typeof PERIODS;

/** What a price service was worth in the last hours. */
export interface ServiceSummary {
  requests: number;
  /**
   * The share of the requests that were answered, from 0 to 1; `null` without requests. All of none
   * if an open stream brought prices.
   */
  answeredShare: number | null;
  /** Until the answer began, in milliseconds; `null`: not measured. */
  latencyMs: { median: number; p95: number } | null;
  /** How much older signed prices were than the newest of any service; `null`: not measured. */
  lagMs: { median: number; p95: number } | null;
  /** The requests without a usable answer, by HTTP status, or `failed`. */
  refusals: Record<string, number>;
  bytes: number;
  /** Prices that differ from the signed ones. */
  contradictions: number;
}

/** One hour of a day, or one day of a week. */
export interface PeriodPart extends ServiceSummary {
  /** When it began. */
  from: UnixMilliseconds;
}

export function hourOf(nowMs: UnixMilliseconds): number {
  return Math.floor(nowMs / HOUR_MS);
}

export function noStats(hour: number): HourStats {
  const counts = { answered: 0, answeredAt: 0, refusals: {}, bytes: 0, contradictions: 0 };
  return { hour, ...counts, latency: {}, lag: {} };
}

/** Adds the hours of each service to what is known of it. */
export function addStats(known: StatsById, added: StatsById): StatsById {
  const sums = Object.entries(added).map(([id, hours]): [string, HourStats[]] => [
    id,
    hours.reduce<HourStats[]>(addHour, known[id] ?? []),
  ]);
  return { ...known, ...Object.fromEntries(sums) };
}

/** Adds the counts of an hour to the hours of a service, oldest first, and drops what is too old. */
export function addHour(hours: readonly HourStats[], added: HourStats): HourStats[] {
  const known = hours.find(({ hour }) => hour === added.hour);
  const others = hours.filter(({ hour }) => hour !== added.hour);
  // Hours in the future are from before the clock was set back.
  return [...others, known ? mergeStats(known, added) : added]
    .filter(({ hour }) => hour <= added.hour && hour > added.hour - MAX_HOURS)
    .toSorted((a, b) => a.hour - b.hour);
}

/** When the service last answered or sent prices; `null`: not in the last week. */
export function lastAnswerAt(hours: readonly HourStats[]): UnixMilliseconds | null {
  return Math.max(0, ...hours.map(({ answeredAt }) => answeredAt)) || null;
}

/** The parts of a period, oldest first. */
export function partsOf(
  hours: readonly HourStats[],
  period: Period,
  nowMs: UnixMilliseconds,
): PeriodPart[] {
  const { hours: length, partHours } = PERIODS[period];
  const firstHour = hourOf(nowMs) - length + 1;
  return Array.from({ length: length / partHours }, (_, index) => {
    const from = (firstHour + index * partHours) * HOUR_MS;
    return { from, ...summarize(hours, partHours, from + (partHours - 1) * HOUR_MS) };
  });
}

/** @param hoursBack 24: the last day */
export function summarize(
  hours: readonly HourStats[],
  hoursBack: number,
  nowMs: UnixMilliseconds,
): ServiceSummary {
  const last = hourOf(nowMs);
  const { answered, answeredAt, refusals, latency, lag, bytes, contradictions } = hours
    .filter(({ hour }) => hour <= last && hour > last - hoursBack)
    .reduce(mergeStats, noStats(last));
  const requests = answered + Object.values(refusals).reduce((sum, count) => sum + count, 0);
  return {
    requests,
    answeredShare: requests === 0 ? (answeredAt > 0 ? 1 : null) : answered / requests,
    latencyMs: spread(latency),
    lagMs: spread(lag),
    refusals,
    bytes,
    contradictions,
  };
}

function mergeStats(one: HourStats, other: HourStats): HourStats {
  return {
    hour: Math.max(one.hour, other.hour),
    answered: one.answered + other.answered,
    answeredAt: Math.max(one.answeredAt, other.answeredAt),
    refusals: { ...addHistograms(one.refusals, other.refusals) },
    latency: { ...addHistograms(one.latency, other.latency) },
    lag: { ...addHistograms(one.lag, other.lag) },
    bytes: one.bytes + other.bytes,
    contradictions: one.contradictions + other.contradictions,
  };
}

function spread(histogram: HourStats['latency']): ServiceSummary['latencyMs'] {
  const [median, p95] = [quantile(histogram, 0.5), quantile(histogram, 0.95)];
  return median === null || p95 === null ? null : { median, p95 };
}

import { isMap } from '../../base/is-map.ts';
import { timeMs } from '../../base/unit-schemas.ts';
import { z } from '../../base/zod.ts';
import { listOf } from '../../base/list-of.ts';
import { stored } from '../stored.ts';

const counts = z.record(z.string(), z.number());

const hourSchema = z.object({
  /** Hours since 1970, UTC. */
  hour: z.int(),
  /** Requests that were answered with a success. */
  answered: z.number(),
  /** When it last answered or sent prices; 0: not in this hour. */
  answeredAt: timeMs,
  /** The others, by HTTP status, or `failed`. */
  refusals: counts,
  /** Histograms of milliseconds, see `lib/domain/diagnostics/histogram.ts`. */
  latency: counts,
  lag: counts,
  bytes: z.number(),
  contradictions: z.number(),
});
/** What was measured of one price service in one hour. */
export type HourStats = z.infer<typeof hourSchema>;

const hoursById = z.record(z.string(), listOf(hourSchema));
/** The hours of each service by its id, oldest first. */
export type StatsById = z.infer<typeof hoursById>;

/** The last week of each price service. Nothing is requested for it. */
export const serviceStats = stored<StatsById>('local:serviceStats', {
  schema: hoursById,
  migrations: [withAnswerTimes],
  fallback: {},
});

/** What was measured since the stats were written. They are on disk, so that is done rarely. */
export const recentStats = stored<{ writtenAt: number; added: StatsById }>('session:recentStats', {
  schema: z.object({ writtenAt: timeMs, added: hoursById }),
  fallback: { writtenAt: 0, added: {} },
});

/** Version 1 did not store when a service last answered. */
function withAnswerTimes(old: unknown): unknown {
  if (!isMap(old)) return old;
  return Object.fromEntries(
    Object.entries(old).map(([id, hours]) => [
      id,
      Array.isArray(hours) ? hours.map((hour: object) => ({ answeredAt: 0, ...hour })) : hours,
    ]),
  );
}

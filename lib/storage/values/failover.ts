import { hasShape, isMapOf, isNullOr, isNumber, isText } from '../guards.ts';
import type { ActiveService, ServiceHealth } from '../../domain/connection/service-health.ts';
import { isServiceProblem } from '../service-problem-guard.ts';
import { defineStoredItem } from '../stored-item.ts';

/** Which service is in use, and why it is not the preferred one. */
export const activeService = defineStoredItem<ActiveService>('session:activeService', {
  looksRight: hasShape<ActiveService>({
    id: isText,
    since: isNumber,
    reason: isNullOr(hasShape({ preferredId: isText, problem: isServiceProblem })),
  }),
  schema: (schemas) => schemas.activeService,
  fallback: { id: '', since: 0, reason: null },
});

/** Whether each service works, by its id. */
export const serviceHealth = defineStoredItem<Record<string, ServiceHealth>>(
  'session:serviceHealth',
  {
    looksRight: isMapOf(
      hasShape<ServiceHealth>({
        failures: isNumber,
        away: isNullOr(isServiceProblem),
        healthySince: isNumber,
        successes: isNumber,
        probeAt: isNullOr(isNumber),
        triedAt: isNumber,
      }),
    ),
    schema: (schemas) => schemas.serviceHealth,
    fallback: {},
  },
);

import { activeServiceSchema, serviceHealthSchema } from './schemas/failover.ts';
import type { ActiveService, ServiceHealth } from './schemas/failover.ts';
import { defineStoredItem } from './stored-item.ts';

export type { ActiveService, ServiceHealth } from './schemas/failover.ts';

/** Which service is in use, and why it is not the preferred one. */
export const activeService = defineStoredItem<ActiveService>('session:activeService', {
  schema: activeServiceSchema,
  fallback: { id: '', since: 0, reason: null },
});

/** Whether each service works, by its id. */
export const serviceHealth = defineStoredItem<Record<string, ServiceHealth>>(
  'session:serviceHealth',
  { schema: serviceHealthSchema, fallback: {} },
);

import {
  activeServiceSchema,
  serviceHealthSchema,
} from '../../domain/connection/service-health.ts';
import { stored } from '../stored.ts';

/** Which service is in use, and why it is not the preferred one. */
export const activeService = stored('session:activeService', {
  schema: activeServiceSchema,
  fallback: { id: '', since: 0, reason: null },
});

/** Whether each service works, by its id. */
export const serviceHealth = stored('session:serviceHealth', {
  schema: serviceHealthSchema,
  fallback: {},
});

import {
  activeServiceSchema,
  serviceHealthSchema,
} from '../../domain/connection/service-health.ts';
import { stored } from '../stored.ts';

export const activeService = stored('session:activeService', {
  schema: activeServiceSchema,
  fallback: { id: '', since: 0, reason: null },
  uses: ['options'],
});

/** By service id. */
export const serviceHealth = stored('session:serviceHealth', {
  schema: serviceHealthSchema,
  fallback: {},
  uses: ['options'],
});

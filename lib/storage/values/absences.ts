import { absenceSchema, type Absence } from '../../domain/alerts/model/absence.ts';
import { translateAbsences } from '../../domain/alerts/model/translate.ts';
import { z } from '../../base/zod.ts';
import { stored } from '../stored.ts';

/** The absences that alerts still have to check, by feed id. */
export const absences = stored<Record<string, Absence>>('local:absences', {
  schema: z.record(z.string(), absenceSchema),
  migrations: [translateAbsences],
  fallback: {},
});

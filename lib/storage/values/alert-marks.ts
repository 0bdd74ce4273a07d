import type { FeedId } from '../../base/units.ts';
import { alertMarksSchema, type AlertMarkState } from '../../domain/alerts/model/mark.ts';
import { stored } from '../stored.ts';

/**
 * The rows' bells, by feed id. Derived by the worker, so that the popup's first paint needs no
 * alerts.
 */
export const alertMarks = stored<Record<FeedId, AlertMarkState>>('local:alertMarks', {
  schema: alertMarksSchema,
  fallback: {},
  uses: ['firstPaint'],
});

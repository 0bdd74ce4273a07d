import type { FeedId } from '../../base/units.ts';
import { alertMarksSchema, type AlertMark } from '../../domain/alerts/model/mark.ts';
import { stored } from '../stored.ts';

/**
 * The bells of the rows, by feed id; none for a feed without an enabled alert. The worker derives
 * them, so that the popup's first paint needs no alerts.
 */
export const alertMarks = stored<Record<FeedId, AlertMark>>('local:alertMarks', {
  schema: alertMarksSchema,
  fallback: {},
  uses: ['firstPaint', 'workerStart'],
});

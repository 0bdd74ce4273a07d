import { defineStoredItem } from './stored-item.ts';
import { z } from '../zod.ts';

const alertMarkSchema = z.enum(['armed', 'fired']);
/** `fired`: an alert of the feed fired and was not yet seen. */
export type AlertMark = z.infer<typeof alertMarkSchema>;

/**
 * The bells of the rows, by feed id, kept by the background so that the popup's first picture needs
 * no alert code (for that they have a file of their own). A feed without a switched-on alert has
 * none.
 */
export const alertMarks = defineStoredItem<Record<string, AlertMark>>('local:alertMarks', {
  schema: z.record(z.string(), alertMarkSchema),
  fallback: {},
});

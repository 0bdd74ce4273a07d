import { z } from '../../../base/zod.ts';

const alertMarkSchema = z.enum(['armed', 'fired']);
/** `fired`: an alert of the feed fired and the user has not seen it yet. */
export type AlertMark = z.infer<typeof alertMarkSchema>;

export const alertMarksSchema = z.record(z.string(), alertMarkSchema);

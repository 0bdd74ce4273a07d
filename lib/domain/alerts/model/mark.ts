import { z } from '../../../base/zod.ts';

const alertMarkSchema = z.enum(['armed', 'fired']);
/** `fired`: an unseen firing. */
export type AlertMarkState = z.infer<typeof alertMarkSchema>;

export const alertMarksSchema = z.record(z.string(), alertMarkSchema);

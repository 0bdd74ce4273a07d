import { z } from '../../base/zod.ts';

/** What a toolbar icon that shows a price looks like. */
export const iconFaceSchema = z.object({
  lines: z.tuple([z.string(), z.string()]),
  tone: z.enum(['green', 'red', 'neutral', 'gray']),
  /** Beside the lower line, because not everybody sees the difference of the colors. */
  arrow: z.enum(['up', 'down', 'flat']),
});
export type IconFace = z.infer<typeof iconFaceSchema>;

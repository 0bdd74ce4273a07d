import { z } from '../../base/zod.ts';

export const iconFaceSchema = z.object({
  lines: z.tuple([z.string(), z.string()]),
  tone: z.enum(['green', 'red', 'neutral', 'gray']),
  /** Drawn beside the lower line, because some users cannot distinguish the colors. */
  arrow: z.enum(['up', 'down', 'flat']),
});
export type IconFace = z.infer<typeof iconFaceSchema>;

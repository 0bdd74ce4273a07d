import { z } from './zod.ts';

/** Drops damaged entries instead of the whole list. */
export function listOf<T>(entry: z.ZodMiniType<T>, maxLength = Infinity) {
  return z.pipe(
    z.array(z.catch(z.nullable(entry), null)),
    z.transform((list) => list.filter((item) => item !== null).slice(0, maxLength)),
  );
}

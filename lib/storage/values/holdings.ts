import { z } from '../../base/zod.ts';
import { holdingsSchema } from '../../domain/holdings/holding.ts';
import { stored } from '../stored.ts';

/** What the user owns, by feed id. Private: it is part of no report, and of no file unasked. */
export const holdings = stored('local:holdings', {
  schema: holdingsSchema,
  fallback: {},
  uses: ['firstPaint', 'workerStart', 'backup'],
});

/** Whether quantities and values are hidden everywhere, for when somebody looks on. */
export const amountsHidden = stored('local:amountsHidden', {
  schema: z.boolean(),
  fallback: false,
  uses: ['firstPaint', 'workerStart'],
});

/** Whether the rows of holdings show what these are worth. */
export const valuesShown = stored('local:valuesShown', {
  schema: z.boolean(),
  fallback: false,
  uses: ['firstPaint'],
});

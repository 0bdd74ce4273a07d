import { z } from '../../base/zod.ts';
import { holdingsSchema } from '../../domain/holdings/holding.ts';
import { stored } from '../stored.ts';

/** Private: never in reports, and in files only on request. */
export const holdings = stored('local:holdings', {
  schema: holdingsSchema,
  fallback: {},
  uses: ['firstPaint', 'options', 'backup'],
});

/** Hides quantities and values everywhere. */
export const amountsHidden = stored('local:amountsHidden', {
  schema: z.boolean(),
  fallback: false,
  uses: ['firstPaint'],
});

/** Rows of holdings show their value. */
export const valuesShown = stored('local:valuesShown', {
  schema: z.boolean(),
  fallback: false,
  uses: ['firstPaint'],
});

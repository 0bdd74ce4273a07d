import { missingReasonSchema } from '../prices/stored-price.ts';
import { z } from '../../base/zod.ts';
import { CODES_WITHOUT_DATA } from './service-problem-codes.ts';

/**
 * What keeps prices, past prices or the catalog from arriving. It is stored, so it holds no words
 * (see `serviceProblemWords`), and neither a URL nor a header. The schema is built on first use,
 * because there is usually no problem.
 */
export const serviceProblemSchema = z.lazy(() =>
  z.discriminatedUnion('code', [
    z.object({ code: z.enum(CODES_WITHOUT_DATA) }),
    z.object({ code: z.literal('http-status'), status: z.number() }),
    /** The access token does not cover the requested feed, or every requested feed. */
    z.object({ code: z.literal('not-covered'), isOneFeed: z.boolean() }),
    /** The service gives no price of any requested feed. */
    z.object({ code: z.literal('no-prices'), reason: missingReasonSchema }),
  ]),
);
export type ServiceProblem = z.infer<typeof serviceProblemSchema>;

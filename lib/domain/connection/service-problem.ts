import { missingReasonSchema } from '../prices/stored-price.ts';
import { z } from '../../base/zod.ts';

const CODES_WITHOUT_DATA = [
  'token-needed',
  'token-rejected',
  'blocked',
  'paused',
  'timeout',
  'unreachable',
  'redirected',
  'invalid-answer',
  'stream-broke',
  'stream-silent',
  'prices-not-stored',
  'catalog-not-stored',
  'empty-watchlist',
  'no-feed-offered',
  'services-paused',
  'unverified-prices',
] as const;
export type CodeWithoutData = (typeof CODES_WITHOUT_DATA)[number];

/**
 * Why prices or the catalog cannot be fetched. The problem is stored, so it contains no words, URL
 * or header. The schema is built on first use, because there is usually no problem.
 */
export const serviceProblemSchema = z.lazy(() =>
  z.discriminatedUnion('code', [
    z.object({ code: z.enum(CODES_WITHOUT_DATA) }),
    z.object({ code: z.literal('http-status'), status: z.number() }),
    z.object({ code: z.literal('not-covered'), isOneFeed: z.boolean() }),
    z.object({ code: z.literal('no-prices'), reason: missingReasonSchema }),
  ]),
);
export type ServiceProblem = z.infer<typeof serviceProblemSchema>;

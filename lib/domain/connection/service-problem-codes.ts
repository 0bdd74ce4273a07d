/** The problems with the price service that consist of their code only. */
export const CODES_WITHOUT_DATA = [
  'token-needed',
  'token-rejected',
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

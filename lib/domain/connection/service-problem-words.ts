import { t, type PlainKey } from '../../base/locale/t.ts';
import type { MissingReason } from '../prices/stored-price.ts';
import type { CodeWithoutData, ServiceProblem } from './service-problem.ts';

export function serviceProblemWords(problem: ServiceProblem): string {
  switch (problem.code) {
    case 'http-status':
      return t('serviceProblem.httpStatus', { status: String(problem.status) });
    case 'not-covered':
      return t(problem.isOneFeed ? 'history.notCovered' : 'serviceProblem.feedsNotCovered');
    case 'no-prices':
      return t(NO_PRICES[problem.reason]);
    default:
      return t(MESSAGES[problem.code]);
  }
}

const MESSAGES: Record<CodeWithoutData, PlainKey> = {
  'token-needed': 'serviceProblem.tokenNeeded',
  'token-rejected': 'serviceProblem.tokenRejected',
  blocked: 'serviceProblem.blocked',
  paused: 'serviceProblem.rateLimit',
  timeout: 'serviceProblem.timeout',
  unreachable: 'serviceProblem.unreachable',
  redirected: 'serviceProblem.redirected',
  'invalid-answer': 'serviceProblem.invalidAnswer',
  'stream-broke': 'serviceProblem.streamBroke',
  'stream-silent': 'serviceProblem.streamBroke',
  'prices-not-stored': 'serviceProblem.pricesNotStored',
  'catalog-not-stored': 'serviceProblem.feedListNotStored',
  'empty-watchlist': 'serviceProblem.emptyWatchlist',
  'no-feed-offered': 'serviceProblem.noFeedOffered',
  'services-paused': 'serviceProblem.servicesPaused',
  'unverified-prices': 'serviceProblem.unverifiedPrices',
};

const NO_PRICES: Record<MissingReason, PlainKey> = {
  unknown: 'serviceProblem.noPrices.unknown',
  'no-data': 'serviceProblem.noPrices.noData',
  'not-covered': 'serviceProblem.noPrices.notCovered',
};

import { t, type PlainKey } from '../../base/locale/t.ts';
import type { MissingReason } from '../prices/stored-price.ts';
import type { CodeWithoutData, ServiceProblem } from './service-problem.ts';

/** What is wrong, as a sentence, without a URL or a header. */
export function serviceProblemWords(problem: ServiceProblem): string {
  switch (problem.code) {
    case 'http-status':
      return t('serviceProblem.httpStatus', { status: String(problem.status) });
    case 'not-covered':
      return t(problem.isOneFeed ? 'history.notCovered' : 'serviceProblem.feedsNotCovered');
    case 'no-prices':
      return t(NO_PRICES[problem.reason]);
    default:
      return t(WORDS[problem.code][0]);
  }
}

/** Why a service is not used, in a few words. */
export function briefProblemWords(problem: ServiceProblem): string {
  switch (problem.code) {
    case 'http-status':
      return t('services.state.httpStatus', { status: String(problem.status) });
    case 'not-covered':
      return t('services.state.notCovered');
    case 'no-prices':
      return t('services.state.noPrices');
    default:
      return t(WORDS[problem.code][1]);
  }
}

/** By code: the sentence and the few words. */
const WORDS = {
  'token-needed': ['serviceProblem.tokenNeeded', 'services.state.tokenNeeded'],
  'token-rejected': ['serviceProblem.tokenRejected', 'services.state.tokenRejected'],
  blocked: ['serviceProblem.blocked', 'services.state.blocked'],
  paused: ['serviceProblem.rateLimit', 'services.state.limited'],
  timeout: ['serviceProblem.timeout', 'services.state.noAnswer'],
  unreachable: ['serviceProblem.unreachable', 'services.state.noAnswer'],
  redirected: ['serviceProblem.redirected', 'services.state.unusable'],
  'invalid-answer': ['serviceProblem.invalidAnswer', 'services.state.unusable'],
  'stream-broke': ['serviceProblem.streamBroke', 'services.state.noAnswer'],
  'stream-silent': ['serviceProblem.streamBroke', 'services.state.noPrices'],
  'prices-not-stored': ['serviceProblem.pricesNotStored', 'services.state.unusable'],
  'catalog-not-stored': ['serviceProblem.feedListNotStored', 'services.state.unusable'],
  'empty-watchlist': ['serviceProblem.emptyWatchlist', 'services.state.unusable'],
  'no-feed-offered': ['serviceProblem.noPrices.unknown', 'services.state.noPrices'],
  'services-paused': ['serviceProblem.servicesPaused', 'services.state.unusable'],
  'unverified-prices': ['serviceProblem.unverifiedPrices', 'proof.state.unchecked'],
} as const satisfies Record<CodeWithoutData, readonly [sentence: PlainKey, brief: PlainKey]>;

const NO_PRICES: Record<MissingReason, PlainKey> = {
  unknown: 'serviceProblem.noPrices.unknown',
  'no-data': 'serviceProblem.noPrices.noData',
  'not-covered': 'serviceProblem.noPrices.notCovered',
};

import type { MissingReason } from '../storage/prices.ts';
import type { CodeWithoutData, ServiceProblem } from './service-problem.ts';

/** Explains a problem with the price service to the user, in whole sentences. */
export function serviceProblemWords(problem: ServiceProblem): string {
  switch (problem.code) {
    case 'http-status':
      return `The price service answered with an error (HTTP ${problem.status}).`;
    case 'not-covered':
      return `Your access token does not cover ${problem.isOneFeed ? 'this feed' : 'all of your feeds'}.`;
    case 'no-prices':
      return NO_PRICES[problem.reason];
    default:
      return SENTENCES[problem.code];
  }
}

const SENTENCES: Record<CodeWithoutData, string> = {
  'token-needed': 'The price service needs an access token.',
  'token-rejected': 'The price service does not accept this access token.',
  paused: 'The price service asked for a pause.',
  timeout: 'The price service did not answer in time.',
  unreachable: 'The price service cannot be reached.',
  redirected:
    'The price service redirects to another address; your headers are not sent there. ' +
    'Check the base URL.',
  'invalid-answer': 'The answer is not what a price service sends. Check the base URL.',
  'stream-broke': 'The price stream broke off.',
  'stream-silent': 'The stream fell silent.',
  'prices-not-stored':
    'The browser does not store the prices: its storage may be full. The badge goes on; ' +
    'remove feeds or free disk space for the rest.',
  'catalog-not-stored':
    'The browser does not store the list: its storage may be full. Free disk space, then refresh it.',
  'empty-watchlist': 'The watchlist is empty.',
  'no-feed-offered': 'The price service offers none of these feeds.',
};

const NO_PRICES: Record<MissingReason, string> = {
  unknown: 'This service knows none of your feeds. Is the base URL right?',
  'no-data': 'This service has no price of any of your feeds at the moment.',
  'not-covered': 'Your access token covers none of your feeds.',
};

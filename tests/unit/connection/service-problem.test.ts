import { describe, expect, it, vi } from 'vitest';
import { serviceProblemWords } from '../../../lib/connection/service-problem-words.ts';
import {
  serviceProblemSchema,
  type ServiceProblem,
} from '../../../lib/connection/service-problem.ts';
import { catalogueStatus } from '../../../lib/storage/catalogue.ts';
import { connectionState } from '../../../lib/storage/connection.ts';
import { historyPause } from '../../../lib/storage/history.ts';

const WORDS: [ServiceProblem, string][] = [
  [{ code: 'token-needed' }, 'The price service needs an access token.'],
  [{ code: 'token-rejected' }, 'The price service does not accept this access token.'],
  [{ code: 'paused' }, 'The price service asked for a pause.'],
  [{ code: 'timeout' }, 'The price service did not answer in time.'],
  [{ code: 'unreachable' }, 'The price service cannot be reached.'],
  [
    { code: 'redirected' },
    'The price service redirects to another address; your headers are not sent there. Check the base URL.',
  ],
  [{ code: 'invalid-answer' }, 'The answer is not what a price service sends. Check the base URL.'],
  [{ code: 'stream-broke' }, 'The price stream broke off.'],
  [{ code: 'stream-silent' }, 'The stream fell silent.'],
  [
    { code: 'prices-not-stored' },
    'The browser does not store the prices: its storage may be full. The badge goes on; remove feeds or free disk space for the rest.',
  ],
  [
    { code: 'catalog-not-stored' },
    'The browser does not store the list: its storage may be full. Free disk space, then refresh it.',
  ],
  [{ code: 'empty-watchlist' }, 'The watchlist is empty.'],
  [{ code: 'no-feed-offered' }, 'The price service offers none of these feeds.'],
  [{ code: 'http-status', status: 503 }, 'The price service answered with an error (HTTP 503).'],
  [{ code: 'not-covered', isOneFeed: true }, 'Your access token does not cover this feed.'],
  [
    { code: 'not-covered', isOneFeed: false },
    'Your access token does not cover all of your feeds.',
  ],
  [
    { code: 'no-prices', reason: 'unknown' },
    'This service knows none of your feeds. Is the base URL right?',
  ],
  [
    { code: 'no-prices', reason: 'no-data' },
    'This service has no price of any of your feeds at the moment.',
  ],
  [{ code: 'no-prices', reason: 'not-covered' }, 'Your access token covers none of your feeds.'],
];

it.each(WORDS)('%j can be stored and explained', (problem, words) => {
  expect(serviceProblemSchema.parse(JSON.parse(JSON.stringify(problem)))).toEqual(problem);
  expect(serviceProblemWords(problem)).toBe(words);
});

describe('a reason that an earlier version stored as a text is dropped', () => {
  const text = 'The price service cannot be reached.';

  it('from the connection state', () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const rest = { state: 'offline', remedy: 'connection', nextAttemptAt: 5 } as const;
    expect(connectionState.parse({ ...rest, reason: text })).toEqual({ ...rest, reason: null });
  });

  it('from the status of the catalog', () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const rest = { fetchedAt: 3, triedAt: 4 };
    expect(catalogueStatus.parse({ ...rest, error: text })).toEqual({ ...rest, error: null });
  });

  it('from the pause of past prices', () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const rest = { until: 3, failures: 4 };
    expect(historyPause.parse({ ...rest, reason: text })).toEqual({ ...rest, reason: null });
  });
});

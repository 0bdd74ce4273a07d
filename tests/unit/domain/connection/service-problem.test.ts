import { describe, expect, it, vi } from 'vitest';
import { serviceProblemWords } from '@/lib/domain/connection/service-problem-words.ts';
import {
  serviceProblemSchema,
  type ServiceProblem,
} from '@/lib/domain/connection/service-problem.ts';
import { catalogStatus } from '@/lib/storage/values/catalog.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { historyPause } from '@/lib/storage/values/history.ts';

const WORDS: [ServiceProblem, string][] = [
  [{ code: 'token-needed' }, 'The price service needs an access token.'],
  [{ code: 'token-rejected' }, 'The price service doesn’t accept this access token.'],
  [{ code: 'paused' }, 'The price service’s rate limit was reached.'],
  [{ code: 'timeout' }, 'The price service didn’t respond in time.'],
  [{ code: 'unreachable' }, 'Can’t reach the price service.'],
  [{ code: 'redirected' }, 'The price service redirects to another address. Check the base URL.'],
  [
    { code: 'invalid-answer' },
    'The response isn’t what a price service sends. Check the base URL.',
  ],
  [{ code: 'stream-broke' }, 'The live connection was interrupted.'],
  [{ code: 'stream-silent' }, 'The live connection was interrupted.'],
  [
    { code: 'prices-not-stored' },
    'Prices couldn’t be saved: the browser’s storage may be full. Free up disk space or shorten your watchlist.',
  ],
  [
    { code: 'catalog-not-stored' },
    'The list of prices couldn’t be saved because the browser’s storage may be full. Free up disk space, then refresh the list.',
  ],
  [{ code: 'empty-watchlist' }, 'Your watchlist is empty.'],
  [
    { code: 'no-feed-offered' },
    'The price service doesn’t know any of your prices. Check the base URL.',
  ],
  [{ code: 'http-status', status: 503 }, 'The price service returned an error (HTTP 503).'],
  [{ code: 'not-covered', isOneFeed: true }, 'Your access token doesn’t cover this price.'],
  [
    { code: 'not-covered', isOneFeed: false },
    'Your access token doesn’t cover all of these prices.',
  ],
  [
    { code: 'no-prices', reason: 'unknown' },
    'The price service doesn’t know any of your prices. Check the base URL.',
  ],
  [
    { code: 'no-prices', reason: 'no-data' },
    'The price service has none of your prices right now.',
  ],
  [
    { code: 'no-prices', reason: 'not-covered' },
    'Your access token doesn’t cover any of your prices.',
  ],
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
    expect(catalogStatus.parse({ ...rest, error: text })).toEqual({ ...rest, error: null });
  });

  it('from the pause of past prices', () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const rest = { until: 3, failures: 4 };
    expect(historyPause.parse({ ...rest, reason: text })).toEqual({ ...rest, reason: null });
  });
});

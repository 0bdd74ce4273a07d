import { describe, expect, it } from 'vitest';
import {
  listStanding,
  type StatusFeed,
  type Status,
  type StatusFacts,
} from '@/lib/domain/connection/status.ts';
import { statusWords } from '@/lib/domain/connection/status-words.ts';
import type { ConnectionState } from '@/lib/domain/connection/state.ts';
import type { Proof } from '@/lib/domain/prices/stored-price.ts';
import { BAD_SIGNATURE, proofOf } from '../../proofs.ts';

const NOW_S = 1_800_000_000;
const VERIFIED = proofOf('verified', 't');
const UNKNOWN_SIGNERS: Proof = {
  state: 'unchecked',
  reason: { code: 'unknown-emitter', chain: 1, address: '' },
  trust: 't',
};

const feed = (
  id: string,
  ageSeconds: number | null,
  change: Partial<StatusFeed> = {},
): StatusFeed => ({
  id,
  price: ageSeconds === null ? undefined : { publishTime: NOW_S - ageSeconds, proof: VERIFIED },
  condition: null,
  missing: undefined,
  hasFailed: false,
  ...change,
});

const state = (name: ConnectionState['state'], change: Partial<ConnectionState> = {}) => ({
  state: name,
  reason: null,
  remedy: null,
  nextAttemptAt: null,
  ...change,
});

const facts = (feeds: readonly StatusFeed[], change: Partial<StatusFacts> = {}): StatusFacts => ({
  connection: state('live'),
  feeds,
  areSamplesShown: false,
  signatures: 'show',
  backgroundUpdates: 'balanced',
  limitSeconds: 60,
  nowMs: NOW_S * 1_000,
  ...change,
});

const withProof = (id: string, proof: Proof | undefined): StatusFeed =>
  feed(id, 1, { price: { publishTime: NOW_S - 1, proof } });

const closed = (id: string) => feed(id, 9_000, { condition: 'closed' });
const stale = (id: string) => feed(id, 900, { condition: 'stale' });

/** The sentence, and whether the list has color. */
function said(given: StatusFacts): string {
  const { status, isCurrent } = listStanding(given);
  const { lead, rest } = statusWords(status, { nowMs: given.nowMs, skewMs: 0 });
  return `${lead}${rest}${isCurrent ? '' : ' (gray)'}`;
}

const LIVE = [feed('a', 1), feed('b', 2)];

describe('live', () => {
  it.each<[string, readonly StatusFeed[], Partial<StatusFacts>, string]>([
    ['everything is as it should be', LIVE, {}, 'Live · All prices verified'],
    [
      'some markets are closed',
      [...LIVE, closed('c'), closed('d')],
      {},
      'Live · All prices verified · 2 markets closed',
    ],
    ['one open market is current', [feed('a', 60), stale('b')], {}, 'Live · All prices verified'],
    [
      'trading goes on after hours',
      [feed('a', 1, { condition: 'after-hours' })],
      {},
      'Live · All prices verified',
    ],
    [
      'signatures are off',
      [withProof('a', undefined)],
      { signatures: 'off' },
      'Live · Not checked',
    ],
    ['nothing was checked yet', [withProof('a', undefined)], {}, 'Live · Not checked'],
    ['the signers are unknown', [withProof('a', UNKNOWN_SIGNERS)], {}, 'Live · Signers unknown'],
    [
      'some signers are unknown',
      [withProof('a', UNKNOWN_SIGNERS), feed('b', 1)],
      {},
      'Live · 1 of 2 verified',
    ],
  ])('if %s', (_, feeds, change, sentence) => {
    expect(said(facts(feeds, change))).toBe(sentence);
  });

  it.each<[string, readonly StatusFeed[]]>([
    ['every price is older than the limit', [feed('a', 61)]],
    ['every price was stale when it was asked for', [stale('a'), closed('b')]],
    [
      'only a price that is not offered any more is young',
      [feed('a', 1, { missing: 'unknown' }), stale('b')],
    ],
    ['no price has arrived', [feed('a', null)]],
  ])('is never said if %s', (_, feeds) => {
    expect(said(facts(feeds))).toMatch(/^(?!Live).*\(gray\)$/);
  });
});

describe('otherwise', () => {
  it.each<[string, readonly StatusFeed[], Partial<StatusFacts>, string]>([
    [
      'polling',
      [feed('a', 12)],
      { connection: state('polling') },
      'Updated 12 sec ago · Every 30 sec',
    ],
    [
      'polling, just now',
      [feed('a', 0)],
      { connection: state('polling') },
      'Updated now · Every 30 sec',
    ],
    [
      'polling rarely',
      [feed('a', 240)],
      { connection: state('polling'), backgroundUpdates: 'saver' },
      'Updated 4 min ago · Every 5 min',
    ],
    [
      'connecting',
      [feed('a', 7_300)],
      { connection: state('connecting') },
      'Connecting… · Updated 2 hr ago (gray)',
    ],
    [
      'connecting for the first time',
      [feed('a', null)],
      { connection: state('connecting') },
      'Connecting… (gray)',
    ],
    [
      'connecting with a young price',
      [feed('a', 70)],
      { connection: state('connecting') },
      'Connecting… · Updated 1 min ago',
    ],
    ['closed', [closed('a'), closed('b')], {}, 'All markets are closed'],
    [
      'closed, with a feed that is not offered',
      [closed('a'), feed('b', null, { missing: 'unknown' })],
      {},
      '1 feed has no price.',
    ],
    [
      'sample',
      [],
      { areSamplesShown: true, connection: state('stopped') },
      'Sample prices, not real',
    ],
    ['empty', [], {}, 'Your watchlist is empty. (gray)'],
    [
      'failed',
      [feed('a', 1, { hasFailed: true }), feed('b', 1), feed('c', 1)],
      {},
      '1 price isn’t verified. The other 2 are live.',
    ],
    [
      'failed and stale',
      [feed('a', 900, { hasFailed: true }), stale('b')],
      {},
      '1 price isn’t verified. (gray)',
    ],
    [
      'failed while polling',
      [feed('a', 1, { hasFailed: true }), feed('b', 1)],
      { connection: state('polling') },
      '1 price isn’t verified.',
    ],
    [
      'without a signature',
      [withProof('a', { state: 'unchecked', reason: BAD_SIGNATURE, trust: 't' }), feed('b', 1)],
      {},
      '1 price isn’t verified. The other one is live.',
    ],
    [
      'unknown signers where that is required',
      [withProof('a', UNKNOWN_SIGNERS)],
      { signatures: 'require' },
      '1 price isn’t verified. (gray)',
    ],
    [
      'some not covered',
      [feed('a', 1), feed('b', 900, { missing: 'not-covered' })],
      {},
      'Your token doesn’t cover 1 feed. The other one is live.',
    ],
    [
      'some not offered',
      [
        feed('a', 1),
        feed('b', null, { missing: 'unknown' }),
        feed('c', null, { missing: 'no-data' }),
      ],
      {},
      '2 feeds have no price. The other one is live.',
    ],
    [
      'stale before feeds without a price',
      [stale('a'), feed('b', null, { missing: 'unknown' })],
      {},
      'Prices are 15 min old. Nothing new since 07:45. (gray)',
    ],
  ])('%s', (_, feeds, change, sentence) => {
    expect(said(facts(feeds, change))).toBe(sentence.replace('07:45', clockAt(NOW_S - 900)));
  });

  it.each<[string, readonly StatusFeed[], ConnectionState, string]>([
    [
      'offline',
      [feed('a', 900)],
      state('offline', { reason: { code: 'unreachable' }, nextAttemptAt: NOW_S * 1_000 + 7_400 }),
      'Offline. Next attempt in 8 sec. (gray)',
    ],
    ['offline, at the time of the next attempt', [], state('offline'), 'Offline.'],
    [
      'an error of the service',
      [feed('a', 900)],
      state('offline', { reason: { code: 'paused' }, nextAttemptAt: NOW_S * 1_000 + 42_000 }),
      'Rate limit reached · Next attempt in 42 sec. (gray)',
    ],
    [
      'a refused token',
      [feed('a', 1)],
      state('stopped', { reason: { code: 'token-rejected' }, remedy: 'access-token' }),
      'Your access token was refused',
    ],
    [
      'a missing token',
      [feed('a', 900)],
      state('stopped', { reason: { code: 'token-needed' }, remedy: 'access-token' }),
      'The price service needs an access token. (gray)',
    ],
    [
      'a token that covers no feed',
      [feed('a', null, { missing: 'not-covered' })],
      state('offline'),
      'Your access token doesn’t cover any of your feeds. (gray)',
    ],
    [
      'a problem of the settings',
      [feed('a', 900)],
      state('stopped', { reason: { code: 'services-paused' } }),
      'You paused every price service. (gray)',
    ],
    [
      'no room in the storage',
      [feed('a', 1)],
      state('polling', { reason: { code: 'prices-not-stored' } }),
      'Prices couldn’t be saved: the browser’s storage may be full. Free up disk space or remove feeds.',
    ],
    [
      'a redirect that only another base URL ends, while the next attempt is under way',
      [feed('a', 31)],
      state('connecting', { reason: { code: 'redirected' } }),
      'The price service redirects to another address. Check the base URL.',
    ],
  ])('%s', (_, feeds, connection, sentence) => {
    const given = feeds.length > 0 ? feeds : [feed('a', 1)];
    expect(said(facts(given, { connection }))).toBe(sentence);
  });

  it('names the feeds that the user has to look at', () => {
    const feeds = [
      feed('a', 1),
      feed('b', 1, { hasFailed: true }),
      feed('c', 1, { hasFailed: true }),
    ];
    expect(listStanding(facts(feeds)).status).toEqual({
      code: 'unverified',
      ids: ['b', 'c'],
      live: 1,
    });
  });

  it('knows when the newest price of a refused token was published', () => {
    const connection = state('stopped', { remedy: 'access-token' });
    const { status } = listStanding(facts([feed('a', 900), closed('b')], { connection }));
    expect(status).toMatchObject({
      code: 'refused',
      newest: NOW_S - 900,
    } satisfies Partial<Status>);
  });
});

function clockAt(seconds: number): string {
  return new Date(seconds * 1_000).toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' });
}

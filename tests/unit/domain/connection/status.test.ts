import { describe, expect, it } from 'vitest';
import {
  listStanding,
  type StatusFeed,
  type Status,
  type StatusFacts,
} from '@/lib/domain/connection/status.ts';
import { statusText } from '@/lib/domain/connection/status-words.ts';
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
  const text = statusText(status, { nowMs: given.nowMs, skewMs: 0 });
  return `${text}${isCurrent ? '' : ' (gray)'}`;
}

const LIVE = [feed('a', 1), feed('b', 2)];

type Row = [sentence: string, feeds: readonly StatusFeed[], change?: Partial<StatusFacts>];

const POLLING = { connection: state('polling') };
const CONNECTING = { connection: state('connecting') };
const stopped = (change: Partial<ConnectionState>) => ({ connection: state('stopped', change) });
const offline = (change: Partial<ConnectionState>) => ({ connection: state('offline', change) });
const missing = (id: string, why: StatusFeed['missing']) => feed(id, null, { missing: why });
const failed = (id: string, ageSeconds = 1) => feed(id, ageSeconds, { hasFailed: true });

const IN_7_SECONDS = { nextAttemptAt: NOW_S * 1_000 + 7_400 };
const IN_42_SECONDS = { nextAttemptAt: NOW_S * 1_000 + 42_000 };
const UNSIGNED: Proof = { state: 'unchecked', reason: BAD_SIGNATURE, trust: 't' };

describe('live', () => {
  it.each<Row>([
    ['Live · All prices verified', LIVE],
    ['Live · All prices verified · 2 markets closed', [...LIVE, closed('c'), closed('d')]],
    // One open market suffices.
    ['Live · All prices verified', [feed('a', 60), stale('b')]],
    ['Live · All prices verified', [feed('a', 1, { condition: 'after-hours' })]],
    ['Live · Not checked', [withProof('a', undefined)], { signatures: 'off' }],
    ['Live · Not checked', [withProof('a', undefined)]],
    ['Live · Signers unknown', [withProof('a', UNKNOWN_SIGNERS)]],
    ['Live · 1 of 2 verified', [withProof('a', UNKNOWN_SIGNERS), feed('b', 1)]],
  ])('“%s”', (sentence, feeds, change) => {
    expect(said(facts(feeds, change))).toBe(sentence);
  });

  it.each<[string, readonly StatusFeed[]]>([
    ['every price is older than the limit', [feed('a', 61)]],
    ['every price was stale when it was asked for', [stale('a'), closed('b')]],
    ['only what is not offered is young', [feed('a', 1, { missing: 'unknown' }), stale('b')]],
    ['no price has arrived', [feed('a', null)]],
  ])('is never said if %s', (_, feeds) => {
    expect(said(facts(feeds))).toMatch(/^(?!Live).*\(gray\)$/);
  });
});

describe('otherwise', () => {
  it.each<Row>([
    ['Updated 12 sec ago · Every 30 sec', [feed('a', 12)], POLLING],
    ['Updated now · Every 30 sec', [feed('a', 0)], POLLING],
    [
      'Updated 4 min ago · Every 5 min',
      [feed('a', 240)],
      { ...POLLING, backgroundUpdates: 'saver' },
    ],
    ['Connecting… · Updated 2 hr ago (gray)', [feed('a', 7_300)], CONNECTING],
    ['Connecting… (gray)', [feed('a', null)], CONNECTING],
    ['Connecting… · Updated 1 min ago', [feed('a', 70)], CONNECTING],
    ['All markets are closed', [closed('a'), closed('b')]],
    ['1 price is unavailable.', [closed('a'), missing('b', 'unknown')]],
    ['Sample prices, not real', [], { areSamplesShown: true, ...stopped({}) }],
    ['Your watchlist is empty. (gray)', []],
    ['1 price isn’t verified. The other 2 are live.', [failed('a'), feed('b', 1), feed('c', 1)]],
    ['1 price isn’t verified. (gray)', [failed('a', 900), stale('b')]],
    ['1 price isn’t verified.', [failed('a'), feed('b', 1)], POLLING],
    ['1 price isn’t verified. The other one is live.', [withProof('a', UNSIGNED), feed('b', 1)]],
    [
      '1 price isn’t verified. (gray)',
      [withProof('a', UNKNOWN_SIGNERS)],
      { signatures: 'require' },
    ],
    [
      'No access to 1 price. The other one is live.',
      [feed('a', 1), feed('b', 900, { missing: 'not-covered' })],
    ],
    [
      '2 prices are unavailable. The other one is live.',
      [feed('a', 1), missing('b', 'unknown'), missing('c', 'no-data')],
    ],
    [
      `Prices are 15 min old. Nothing new since ${clockAt(NOW_S - 900)}. (gray)`,
      [stale('a'), missing('b', 'unknown')],
    ],
    [
      'Offline. Next attempt in 8 sec. (gray)',
      [feed('a', 900)],
      offline({ reason: { code: 'unreachable' }, ...IN_7_SECONDS }),
    ],
    // At the time of the next attempt.
    ['Offline.', [feed('a', 1)], offline({})],
    [
      'Rate limit reached · Next attempt in 42 sec. (gray)',
      [feed('a', 900)],
      offline({ reason: { code: 'paused' }, ...IN_42_SECONDS }),
    ],
    [
      'Your access token was refused',
      [feed('a', 1)],
      stopped({ reason: { code: 'token-rejected' }, remedy: 'access-token' }),
    ],
    [
      'The price service needs an access token. (gray)',
      [feed('a', 900)],
      stopped({ reason: { code: 'token-needed' }, remedy: 'access-token' }),
    ],
    [
      'Your access token doesn’t cover any of your prices. (gray)',
      [missing('a', 'not-covered')],
      offline({}),
    ],
    [
      'You paused every price service. (gray)',
      [feed('a', 900)],
      stopped({ reason: { code: 'services-paused' } }),
    ],
    [
      'Prices couldn’t be saved: the browser’s storage may be full. Free up disk space or shorten your watchlist.',
      [feed('a', 1)],
      { connection: state('polling', { reason: { code: 'prices-not-stored' } }) },
    ],
    // An attempt is under way, but only another base URL would end the redirect.
    [
      'The price service redirects to another address. Check the base URL.',
      [feed('a', 31)],
      { connection: state('connecting', { reason: { code: 'redirected' } }) },
    ],
  ])('“%s”', (sentence, feeds, change) => {
    expect(said(facts(feeds, change))).toBe(sentence);
  });

  it('names the feeds that the user has to look at', () => {
    const feeds = [feed('a', 1), failed('b'), failed('c')];
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

import type { FeedId, UnixMilliseconds, UnixSeconds } from '../../base/units.ts';
import { ageMs } from '../prices/age.ts';
import type { Condition } from '../prices/condition.ts';
import { isProven, type MissingReason, type StoredPrice } from '../prices/stored-price.ts';
import type { BackgroundUpdates, Signatures } from '../settings.ts';
import { INSTEAD_OF_STREAM_MS, pollInterval } from './poll-interval.ts';
import type { ServiceProblem } from './service-problem.ts';
import type { ConnectionState } from './state.ts';

/** Known facts about one feed of the watchlist. */
export interface StatusFeed {
  id: FeedId;
  price: Pick<StoredPrice, 'publishTime' | 'proof'> | undefined;
  /** `null`: the price is current, or there is no price. */
  condition: Condition | null;
  missing: MissingReason | undefined;
  /** Whether its prices fail verification. */
  hasFailed: boolean;
}

export interface StatusFacts {
  connection: ConnectionState;
  feeds: readonly StatusFeed[];
  areSamplesShown: boolean;
  signatures: Signatures;
  backgroundUpdates: BackgroundUpdates;
  /** The age from which a price is stale. */
  limitSeconds: number;
  /** Corrected time. */
  nowMs: UnixMilliseconds;
}

/** The verification state of all prices together. */
export type Assurance =
  | { kind: 'verified' | 'unknown-signers' | 'off' }
  | { kind: 'partly'; count: number; total: number };

/**
 * The most important fact about all prices, as a code with its data. `statusWords` makes the
 * sentence.
 */
export type Status =
  | { code: 'sample' | 'empty' | 'closed' }
  /** Only another access token helps. `newest`: when the newest price was published. */
  | { code: 'refused'; problem: ServiceProblem | null; newest: UnixSeconds | null }
  /** Only other settings help, or more room in the storage. */
  | { code: 'problem'; problem: ServiceProblem | null }
  /** `nextAttemptAt`: by the local clock; `null`: none is planned. */
  | { code: 'offline'; problem: ServiceProblem | null; nextAttemptAt: UnixMilliseconds | null }
  /** Some feeds are exceptions. `live`: how many other feeds are live; 0 unless all of them are. */
  | { code: 'unverified' | 'not-covered' | 'no-price'; ids: readonly FeedId[]; live: number }
  | { code: 'stale'; newest: UnixSeconds }
  /** In the toolbar only: nothing is requested until a page opens. */
  | { code: 'asleep'; newest: UnixSeconds }
  | { code: 'connecting'; newest: UnixSeconds | null }
  | { code: 'polling'; newest: UnixSeconds; everyMs: number }
  /** `closed`: how many markets are closed. */
  | { code: 'live'; assurance: Assurance; closed: number };

export interface Standing {
  status: Status;
  /**
   * Whether at least one open market has a current price, or all markets are closed: prices of
   * closed markets cannot be newer. Otherwise the list is shown without color.
   */
  isCurrent: boolean;
}

/** Summarizes all prices. "Live" requires one open market with a price within the limit. */
export function listStanding(facts: StatusFacts): Standing {
  if (facts.areSamplesShown) return { status: { code: 'sample' }, isCurrent: true };
  const fresh = facts.feeds.filter((feed) => isFresh(feed, facts));
  const blocked = blockedStatus(facts);
  return {
    status: blocked ?? exceptionStatus(facts, fresh) ?? usualStatus(facts, fresh),
    isCurrent: fresh.length > 0 || (blocked === null && !facts.feeds.some(isOpen)),
  };
}

/**
 * Problems that another attempt does not fix. The sentence names the fix, even during an attempt.
 */
const ONLY_USER_MENDS: ReadonlySet<ServiceProblem['code']> = new Set([
  'prices-not-stored',
  'redirected',
  'invalid-answer',
]);

/** Why no prices arrive; `null` if they do, or soon will. */
function blockedStatus({ connection, feeds }: StatusFacts): Status | null {
  const { state, reason: problem, remedy, nextAttemptAt } = connection;
  const newest = newestOf(feeds);
  if (feeds.length === 0) return { code: 'empty' };
  if (state === 'stopped' && remedy === 'access-token') return { code: 'refused', problem, newest };
  if (feeds.every(({ missing }) => missing === 'not-covered')) {
    const notCovered = { code: 'no-prices', reason: 'not-covered' } as const;
    return { code: 'refused', problem: notCovered, newest };
  }
  if (state === 'stopped' || (problem && ONLY_USER_MENDS.has(problem.code))) {
    return { code: 'problem', problem };
  }
  return state === 'offline' ? { code: 'offline', problem, nextAttemptAt } : null;
}

/** The feeds that need the user's attention; `null` if there are none. */
function exceptionStatus(facts: StatusFacts, fresh: readonly StatusFeed[]): Status | null {
  const { connection, feeds } = facts;
  const groups = [
    ['unverified', feeds.filter((feed) => isUnverified(feed, facts))],
    ['not-covered', feeds.filter(({ missing }) => missing === 'not-covered')],
    ['no-price', feeds.filter(({ missing }) => missing !== undefined)],
  ] as const;
  const [code, found] = groups.find(([, those]) => those.length > 0) ?? [];
  if (code === undefined || !found) return null;
  // An unverified price comes first. A lack of new prices matters more than a feed without a price.
  if (code !== 'unverified' && fresh.length === 0 && feeds.some(isOpen)) return null;
  const others = fresh.filter((feed) => !found.includes(feed)).length;
  const areOthersLive = connection.state === 'live' && others === feeds.length - found.length;
  return { code, ids: found.map(({ id }) => id), live: areOthersLive ? others : 0 };
}

function usualStatus(facts: StatusFacts, fresh: readonly StatusFeed[]): Status {
  const { connection, feeds, backgroundUpdates } = facts;
  const newest = newestOf(feeds.filter(isOpen));
  if (connection.state === 'connecting') return { code: 'connecting', newest };
  if (!feeds.some(isOpen)) return { code: 'closed' };
  if (newest === null) return { code: 'connecting', newest };
  if (fresh.length === 0) return { code: 'stale', newest };
  if (connection.state === 'polling') {
    // With a reason, polls replace a stream that fails.
    const everyMs = connection.reason ? INSTEAD_OF_STREAM_MS : pollInterval(backgroundUpdates);
    return { code: 'polling', newest, everyMs };
  }
  const closed = feeds.filter(({ condition }) => condition === 'closed').length;
  return { code: 'live', assurance: assuranceOf(facts), closed };
}

/** Whether new prices of a feed can be expected. */
function isOpen({ condition, missing }: StatusFeed): boolean {
  return condition !== 'closed' && missing === undefined;
}

/** Whether a price counts, its market is open, and it is as new as the connection allows. */
function isFresh(feed: StatusFeed, { connection, ...facts }: StatusFacts): boolean {
  const { price, condition } = feed;
  if (!price || !isOpen(feed) || condition === 'stale') return false;
  if (facts.signatures === 'require' && !isProven(price)) return false;
  const isAsked = connection.state === 'polling' || connection.state === 'connecting';
  const pauseMs = isAsked ? pollInterval(facts.backgroundUpdates) : 0;
  return ageMs(price.publishTime, facts.nowMs) <= facts.limitSeconds * 1_000 + pauseMs;
}

/**
 * Unknown signers affect the whole service, so a feed is an exception only if signatures are
 * required.
 */
function isUnverified({ price, hasFailed }: StatusFeed, { signatures }: StatusFacts): boolean {
  if (hasFailed) return true;
  if (price === undefined || signatures === 'off') return false;
  if (signatures === 'require') return !isProven(price);
  return price.proof?.state === 'unchecked' && price.proof.reason.code !== 'unknown-emitter';
}

function assuranceOf({ feeds, signatures }: StatusFacts): Assurance {
  const prices = feeds.flatMap(({ price }) => price ?? []);
  const count = prices.filter((price) => isProven(price)).length;
  if (signatures === 'off' || prices.every(({ proof }) => proof === undefined)) {
    return { kind: 'off' };
  }
  if (count === prices.length) return { kind: 'verified' };
  return count === 0 ? { kind: 'unknown-signers' } : { kind: 'partly', count, total: feeds.length };
}

function newestOf(feeds: readonly StatusFeed[]): UnixSeconds | null {
  const times = feeds.flatMap(({ price }) => price?.publishTime ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

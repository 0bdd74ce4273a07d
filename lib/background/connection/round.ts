import type { FeedRefusal } from '../../domain/connection/feed-refusal.ts';
import type { PriceUpdate } from '../../price-service/index.ts';
import type { MissingReason } from '../../domain/prices/stored-price.ts';
import type { SuspectedFeeds } from '../../storage/values/suspected-feeds.ts';
import type { FeedId } from '../../base/units.ts';
import {
  afterAnswer,
  afterRefusal,
  nextBatch,
  withFeeds,
  withoutAnswered,
  withoutFeeds,
} from './suspects.ts';

export interface Verdicts {
  /** Refused alone or by name. */
  missing: Record<FeedId, MissingReason>;
  answered: string[];
  /** Feeds that may be refused. The next round continues with them. */
  suspects: SuspectedFeeds;
}

export interface PollResult extends Verdicts {
  /** One per successful batch. */
  updates: PriceUpdate[];
  /** Set if the service refused every feed, so that no single feed is to blame. */
  none: MissingReason | null;
}

export interface RoundOptions {
  /** Feeds that probably have no price are requested apart. */
  isDoubtful?: (id: FeedId) => boolean;
  suspects?: SuspectedFeeds;
  /** Default true. */
  canSearch?: boolean;
  /** Default false. */
  knowsSome?: boolean;
  onUpdate?: (update: PriceUpdate) => Promise<void>;
  /** Called after each search request, so that another worker can continue. */
  onProgress?: (verdicts: Verdicts) => Promise<void>;
}

export interface Round {
  /** Including the suspects of earlier rounds. */
  readonly ids: readonly FeedId[];
  readonly before: SuspectedFeeds;
  readonly missing: Map<FeedId, MissingReason>;
  readonly answered: Set<string>;
  readonly named: Set<string>;
  suspects: SuspectedFeeds;
}

export function startRound(ids: readonly FeedId[], before: SuspectedFeeds): Round {
  const all = withFeeds(before, ids, false).ids;
  const verdicts = { missing: new Map(), answered: new Set<string>(), named: new Set<string>() };
  return { ids: all, before, suspects: before, ...verdicts };
}

export function openFeeds({ ids, missing, answered }: Round, some = ids): string[] {
  return some.filter((id) => !missing.has(id) && !answered.has(id));
}

export function hasNewSuspects({ suspects, before }: Round): boolean {
  const old = new Set(before.ids);
  return suspects.ids.some((id) => !old.has(id));
}

export function isEachRefused({ ids, missing, named }: Round): boolean {
  return missing.size === ids.length && named.size < ids.length;
}

export function accept(round: Round, batch: readonly string[]): void {
  for (const id of batch) round.answered.add(id);
  round.suspects = withoutAnswered(round.suspects, batch);
}

export function acceptNext(round: Round): void {
  const after = afterAnswer(round.suspects);
  accept(round, nextBatch(round.suspects));
  round.suspects = after;
}

/** Returns whether the refusal shows that some feeds of the batch are missing. */
export function refuse(round: Round, batch: readonly string[], refusal: FeedRefusal): boolean {
  const settled = batch.length === 1 ? batch : refusal.named;
  for (const id of settled) round.missing.set(id, refusal.reason);
  for (const id of refusal.named) round.named.add(id);
  round.suspects = withoutFeeds(round.suspects, settled);
  return settled.length > 0;
}

export function refuseNext(round: Round, refusal: FeedRefusal): void {
  if (!refuse(round, nextBatch(round.suspects), refusal)) {
    round.suspects = afterRefusal(round.suspects);
  }
}

export function commonReason({ missing }: Round): MissingReason {
  const [reason = 'unknown', ...others] = new Set(missing.values());
  return others.length === 0 ? reason : 'unknown';
}

export function verdictsOf({ missing, answered, suspects }: Round): Verdicts {
  return {
    missing: Object.fromEntries(missing),
    answered: [...answered],
    suspects: { ...suspects, emptyRounds: 0 },
  };
}

/** If a service knows no feed, the service or base URL is at fault, not the feeds. */
export function verdictsOfNone({ ids, before }: Round): Verdicts {
  const emptyRounds = before.emptyRounds + 1;
  return {
    missing: {},
    answered: [],
    suspects: { ids: [...ids], refused: 0, batchSize: 0, emptyRounds },
  };
}

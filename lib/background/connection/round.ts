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

/** What a round has found out so far. */
export interface Verdicts {
  /** The feeds that the service refused alone or by name. */
  missing: Record<FeedId, MissingReason>;
  /** The feeds in batches that the service answered. */
  answered: string[];
  /** The feeds that the service may refuse. The next round continues with them. */
  suspects: SuspectedFeeds;
}

export interface PollResult extends Verdicts {
  /** One for each batch that the service answered. */
  updates: PriceUpdate[];
  /** If the service refused every feed, the reason. The verdicts do not blame single feeds then. */
  none: MissingReason | null;
}

export interface RoundOptions {
  /** Whether a feed probably has no price. Such feeds are requested apart from the others. */
  isDoubtful?: (id: FeedId) => boolean;
  /** Feeds of batches that were refused in an earlier round. */
  suspects?: SuspectedFeeds;
  /** Whether suspects are requested too; default true. */
  canSearch?: boolean;
  /** Whether the service is known to have some of the feeds; default false. */
  knowsSome?: boolean;
  /** Called with each answer before the next request. */
  onUpdate?: (update: PriceUpdate) => Promise<void>;
  /** Called after each request of the search, so that another worker can continue from there. */
  onProgress?: (verdicts: Verdicts) => Promise<void>;
}

/** The state of one round of requests. */
export interface Round {
  /** All feeds of the round, with the suspects of earlier rounds. */
  readonly ids: readonly FeedId[];
  /** The suspects of earlier rounds. */
  readonly before: SuspectedFeeds;
  readonly missing: Map<FeedId, MissingReason>;
  readonly answered: Set<string>;
  /** The feeds that the service refused by name. */
  readonly named: Set<string>;
  suspects: SuspectedFeeds;
}

export function startRound(ids: readonly FeedId[], before: SuspectedFeeds): Round {
  const all = withFeeds(before, ids, false).ids;
  const verdicts = { missing: new Map(), answered: new Set<string>(), named: new Set<string>() };
  return { ids: all, before, suspects: before, ...verdicts };
}

/** Returns the feeds without a verdict. */
export function openFeeds({ ids, missing, answered }: Round, some = ids): string[] {
  return some.filter((id) => !missing.has(id) && !answered.has(id));
}

/** Whether a batch of this round was refused for an unknown feed. */
export function hasNewSuspects({ suspects, before }: Round): boolean {
  const old = new Set(before.ids);
  return suspects.ids.some((id) => !old.has(id));
}

/** Whether the service refused every feed, and not all of them by name. */
export function isEachRefused({ ids, missing, named }: Round): boolean {
  return missing.size === ids.length && named.size < ids.length;
}

export function accept(round: Round, batch: readonly string[]): void {
  for (const id of batch) round.answered.add(id);
  round.suspects = withoutAnswered(round.suspects, batch);
}

/** Accepts the next batch of suspects. */
export function acceptNext(round: Round): void {
  const after = afterAnswer(round.suspects);
  accept(round, nextBatch(round.suspects));
  round.suspects = after;
}

/** @returns whether the refusal shows that some feeds of the batch are missing */
export function refuse(round: Round, batch: readonly string[], refusal: FeedRefusal): boolean {
  const settled = batch.length === 1 ? batch : refusal.named;
  for (const id of settled) round.missing.set(id, refusal.reason);
  for (const id of refusal.named) round.named.add(id);
  round.suspects = withoutFeeds(round.suspects, settled);
  return settled.length > 0;
}

/** Refuses the next batch of suspects. */
export function refuseNext(round: Round, refusal: FeedRefusal): void {
  if (!refuse(round, nextBatch(round.suspects), refusal)) {
    round.suspects = afterRefusal(round.suspects);
  }
}

/** Returns the reason that all refused feeds share. */
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

/** For a service that knows no feed: the fault is with the service or the base URL, not the feeds. */
export function verdictsOfNone({ ids, before }: Round): Verdicts {
  const emptyRounds = before.emptyRounds + 1;
  return {
    missing: {},
    answered: [],
    suspects: { ids: [...ids], refused: 0, batchSize: 0, emptyRounds },
  };
}

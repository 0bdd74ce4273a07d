import { writeLatestPrices } from '../../storage/values/latest-prices.ts';
import { nextPrice } from '../../domain/prices/newer.ts';
import { withoutProof, type StoredPrice } from '../../domain/prices/stored-price.ts';
import { StorageWriteError } from '../../storage/storage-write-error.ts';
import type { FeedAnswer } from '../alerts/check-feed.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { JudgedPrice } from './judge.ts';
import { evaluateAlerts, mayAlert } from './evaluate-alerts.ts';
import type { IntakeState } from './intake-state.ts';
import { saveDue } from './save-prices.ts';

// Minimum interval between writes of the time alone.
const ASKED_AT_STEP_MS = 1_000;

interface Changes {
  prices: Map<FeedId, StoredPrice>;
  answers: FeedAnswer[];
  areFailuresChanged: boolean;
}

/** Stores an update's prices in the same step as the alerts that they trigger. */
export async function storePrices(
  state: IntakeState,
  items: readonly JudgedPrice[],
  receivedAtMs: UnixMilliseconds,
): Promise<void> {
  const changes = findChanges(state, items, receivedAtMs);
  const { alerts, failed } = state;
  const { answers, areFailuresChanged } = changes;
  const isStoring =
    changes.prices.size > 0 ||
    areFailuresChanged ||
    Math.abs(receivedAtMs - state.askedAt) >= ASKED_AT_STEP_MS;
  const known = {
    priceOf: (id: FeedId) => changes.prices.get(id) ?? state.prices.get(id),
    wasPriceOf: (id: FeedId) => state.prices.get(id),
    failed: failed.byFeed,
    askedAt: receivedAtMs,
  };
  const alertItems =
    answers.length === 0
      ? {}
      : await evaluateAlerts(() => alerts?.evaluate(answers, known, receivedAtMs, isStoring));
  if (!isStoring && Object.keys(alertItems).length === 0) return;
  const others = areFailuresChanged ? { ...alertItems, ...failed.items() } : alertItems;
  await commit(state, { prices: changes.prices, others, receivedAtMs });
  await saveDue(state, receivedAtMs);
}

function findChanges(
  { watchlist, trust, prices, failed, alerts, skewMs }: IntakeState,
  items: readonly JudgedPrice[],
  receivedAtMs: UnixMilliseconds,
): Changes {
  const changes: Changes = { prices: new Map(), answers: [], areFailuresChanged: false };
  const nowMs = receivedAtMs - skewMs();
  for (const item of items) {
    if (!watchlist.has(item.id)) continue;
    const { id, price, failure, evidence } = withCurrentVerdict(item, trust);
    if (failed.record(id, failure, receivedAtMs)) changes.areFailuresChanged = true;
    if (!price) continue;
    const before = changes.prices.get(id) ?? prices.get(id);
    const after = nextPrice(before, price, nowMs);
    if (after) changes.prices.set(id, after);
    if (!alerts?.watches(id)) continue;
    if (after || (before && mayAlert(price, before, nowMs))) {
      changes.answers.push({ id, price, ...(evidence && { evidence }) });
    }
  }
  return changes;
}

/** Drops a verdict reached before the trust changed. */
function withCurrentVerdict(judged: JudgedPrice, trust: string | undefined): JudgedPrice {
  const { id, price, failure } = judged;
  const judgedUnder = (price?.proof ?? failure)?.trust;
  if (judgedUnder === undefined || judgedUnder === trust) return judged;
  return { id, price: price && withoutProof(price) };
}

/** Writes to storage first. On failure, prices still count while the worker lives. */
async function commit(
  state: IntakeState,
  {
    prices,
    others,
    receivedAtMs,
  }: {
    prices: ReadonlyMap<FeedId, StoredPrice>;
    others: Record<string, unknown>;
    receivedAtMs: UnixMilliseconds;
  },
): Promise<void> {
  const failure = await writeLatestPrices(prices, receivedAtMs, others).catch(
    (cause: unknown) => new StorageWriteError('The prices could not be stored.', { cause }),
  );
  for (const [id, price] of prices) state.prices.set(id, price);
  state.askedAt = receivedAtMs;
  state.isUnsaved ||= prices.size > 0;
  state.onStored([...prices.keys()]);
  if (failure) throw failure;
}

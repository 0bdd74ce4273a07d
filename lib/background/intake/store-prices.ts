import { writeLatestPrices } from '../../storage/values/latest-prices.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import { StorageWriteError } from '../../storage/storage-write-error.ts';
import type { FeedAnswer } from '../alerts/check-feed.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { JudgedItem } from './judged.ts';
import { answersOf, evaluateAlerts } from './alert-items.ts';
import type { IntakeState } from './intake-state.ts';
import { nextPrice } from './next-price.ts';
import { savePrices } from './save-prices.ts';

// Faster writes of the time of the last answer, where nothing else changed, would help nobody.
const ASKED_AT_STEP_MS = 1_000;

// Rare, to spare the disk. The first prices of a worker's life are saved at once.
const SAVE_INTERVAL_MS = 30_000;

/** What one update changes. */
interface Changes {
  prices: Map<FeedId, StoredPrice>;
  /** For the alerts. */
  answers: FeedAnswer[];
  areFailuresChanged: boolean;
}

/** Stores the prices of one update in the same step as the alerts that they fire. */
export async function storePrices(
  state: IntakeState,
  items: readonly JudgedItem[],
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
  if (Math.abs(receivedAtMs - state.savedAt) >= SAVE_INTERVAL_MS) {
    await savePrices(state, receivedAtMs);
  }
}

function findChanges(
  { watchlist, trust, prices, failed, alerts, skewMs }: IntakeState,
  items: readonly JudgedItem[],
  receivedAtMs: UnixMilliseconds,
): Changes {
  const changes: Changes = { prices: new Map(), answers: [], areFailuresChanged: false };
  const nowMs = receivedAtMs - skewMs();
  for (const item of items) {
    const { id } = item;
    if (!watchlist.has(id)) continue;
    const judged = withCurrentVerdict(item, trust);
    if (failed.record(judged, receivedAtMs)) changes.areFailuresChanged = true;
    const before = changes.prices.get(id) ?? prices.get(id);
    const after = nextPrice(before, judged, receivedAtMs, nowMs);
    if (after) changes.prices.set(id, after);
    if (!alerts?.watches(id)) continue;
    changes.answers.push(...answersOf(judged, after ?? before, receivedAtMs, nowMs));
  }
  return changes;
}

/** Without a verdict that was reached before the trust changed. */
function withCurrentVerdict(judged: JudgedItem, trust: string | undefined): JudgedItem {
  const judgedUnder = (judged.proof ?? judged.failure)?.trust;
  if (judgedUnder === undefined || judgedUnder === trust) return judged;
  const { proof: _, failure: __, ...bare } = judged;
  return bare;
}

/** Writes to storage first. If that fails, the prices still count while the worker lives. */
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

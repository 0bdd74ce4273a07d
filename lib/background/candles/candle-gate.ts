import { coalesce } from '../../base/coalesce.ts';
import {
  candleDelayMs,
  candlesEnded,
  candlesRefused,
  candlesSent,
  UNUSED_CANDLE_BUDGET,
} from '../../domain/history/candle-budget.ts';
import {
  readBudget,
  recentAt,
  BUDGET_LOCK,
  budgetKey,
} from '../../storage/requests/stored-budget.ts';
import { withLock } from '../../storage/lock.ts';
import { candleBudget } from '../../storage/values/candles.ts';
import type { UnixMilliseconds } from '../../base/units.ts';

/** Lets requests to a history service pass within its budget, the most important first. */
interface CandleGate {
  /** Waits until one more request may be sent, and counts it. @param rank lower ranks go first */
  take: (rank: number, signal: AbortSignal) => Promise<void>;
  /** Call when a request ends. */
  ended: () => void;
  /** Call when the service responds with 429. */
  refused: (retryAfterMs: number | undefined) => void;
}

interface Waiter {
  rank: number;
  signal: AbortSignal;
  pass: () => void;
}

/** @param baseUrl of the history service; prices of the same origin come before candles */
export function createCandleGate(baseUrl: string): CandleGate {
  let budget = UNUSED_CANDLE_BUDGET;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting = new Set<Waiter>();
  const loaded = candleBudget.getValue().then((known) => {
    budget = { ...budget, ...known, sentAt: [...known.sentAt, ...budget.sentAt] };
  });

  const store = coalesce(async () => {
    const { sentAt, pausedUntil, isReduced } = budget;
    // Without room in storage, this worker counts in memory.
    await candleBudget
      .setValue({ sentAt: [...sentAt], pausedUntil, isReduced })
      .catch(() => undefined);
  });

  const letPass = coalesce(async () => {
    clearTimeout(timer);
    await loaded;
    for (;;) {
      const next = firstOf(waiting);
      if (!next) return;
      const pricesSentAt = budget.isReduced ? await pricesSentTo(baseUrl) : [];
      const now = Date.now();
      const waitMs = candleDelayMs(budget, now, pricesSentAt);
      if (waitMs > 0) {
        if (waitMs < Infinity) timer = setTimeout(() => void letPass(), waitMs);
        return;
      }
      waiting.delete(next);
      if (next.signal.aborted) continue;
      budget = candlesSent(budget, now);
      next.pass();
      void store();
    }
  });

  return {
    take: (rank, signal) =>
      new Promise((resolve, reject) => {
        const waiter = { rank, signal, pass: resolve };
        signal.addEventListener('abort', () => {
          waiting.delete(waiter);
          reject(signal.reason);
        });
        waiting.add(waiter);
        void letPass();
      }),
    ended() {
      budget = candlesEnded(budget);
      void letPass();
    },
    refused(retryAfterMs) {
      budget = candlesRefused(budget, Date.now(), retryAfterMs);
      void store();
    },
  };
}

function firstOf(waiting: ReadonlySet<Waiter>): Waiter | undefined {
  return [...waiting].toSorted((a, b) => a.rank - b.rank)[0];
}

async function pricesSentTo(baseUrl: string): Promise<readonly UnixMilliseconds[]> {
  const { now, sentAt } = await withLock(BUDGET_LOCK, () => readBudget(budgetKey(baseUrl)));
  return recentAt(now, sentAt);
}

import { vi } from 'vitest';
import { isRolling } from '@/lib/domain/history/periods.ts';
import { referenceTime } from '@/lib/domain/history/time-grid.ts';
import { Backfill } from '@/lib/background/history/backfill.ts';
import { RequestBudget, type Spare } from '@/lib/storage/requests/request-budget.ts';
import { serviceKey } from '@/lib/domain/connection/service-list.ts';
import { SPARE } from '@/lib/background/history/next-task.ts';
import type { Service } from '@/lib/background/connection/service.ts';
import type { JudgedPrice } from '@/lib/background/intake/judge.ts';
import {
  HttpStatusError,
  type ParsedPrice,
  type PriceServiceClient,
} from '@/lib/price-service/index.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { DEFAULT_BASE_URL, DEFAULT_SERVICE } from '@/lib/domain/connection/default-service.ts';
import type { Signatures } from '@/lib/domain/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { memoryRecords } from '../../storage/history/memory-records.ts';
import { BTC, ETH, parsedItem, receivedPrice } from '../feeds.ts';
import { BAD_SIGNATURE, proofOf } from '../../proofs.ts';
import { firstService } from '../../domain/connection/services.ts';

const GRADES = ['reference', 'outline', 'backfill'] as const;

/** The options of a call. */
interface Call {
  spare: Spare;
}

/** A request to the service. */
interface SentRequest {
  time: number;
  ids: string[];
  /** Unix milliseconds. */
  at: number;
  grade: keyof typeof SPARE;
}

interface ServiceBehavior {
  /** The error that it answers with; `undefined` if it answers with a price. */
  refuse: (time: number, ids: readonly string[]) => HttpStatusError | undefined;
  /** Seconds from the requested time to the price's publish time; negative if it is earlier. */
  delaySeconds: number;
  /** Integer digits. */
  price: (id: string, time: number) => string;
}

/** A backfill, a service, and storage that outlives the worker. */
export async function createWorld() {
  await watchlist.setValue([BTC, ETH]);
  await connectionState.setValue({ ...connectionState.fallback, state: 'live' });
  const requests: SentRequest[] = [];
  const behavior: ServiceBehavior = {
    refuse: () => undefined,
    delaySeconds: 0,
    price: () => '100',
  };
  const records = memoryRecords();
  const budget = new RequestBudget();
  const presence = { isPageOpen: true };
  const options = {
    signatures: 'show' as Signatures,
    proof: 'verified' as 'verified' | 'unchecked' | 'failed',
    trust: 'trusted',
    closed: '',
    /** When the changes of the day start; `null`: the feed has none. */
    dayStart: (_id: string, _period: 'close' | 'today'): number | null => null,
  };

  function createClient(): PriceServiceClient {
    const getPriceUpdatesAtTimestamp = async (time: number, ids: string[], { spare }: Call) => {
      await budget.take(DEFAULT_BASE_URL, undefined, spare);
      const grade = GRADES.find((known) => SPARE[known] === spare) ?? 'backfill';
      requests.push({ time, ids, at: Date.now(), grade });
      const error = behavior.refuse(time, ids);
      if (error) {
        // The client does this in its `onRefusal` hook.
        await budget.refuse(DEFAULT_BASE_URL, {
          status: error.status,
          retryAfterMs: error.retryAfterMs,
        });
        throw error;
      }
      const parsed = ids.map((id) =>
        parsedItem(id, behavior.price(id, time), time + behavior.delaySeconds),
      );
      return { binary: { encoding: 'base64', data: [] }, parsed };
    };
    return { getPriceUpdatesAtTimestamp } as unknown as PriceServiceClient;
  }

  const service = {
    key: serviceKey(await firstService()),
    id: DEFAULT_SERVICE.id,
    baseUrl: DEFAULT_BASE_URL,
    client: createClient(),
    whenSpare: (spare: Spare) => ({ spare }),
    spareDelayMs: (spare: Spare) => budget.spareDelayMs(DEFAULT_BASE_URL, spare),
    pauseEndsAt: () => budget.pauseEndsAt(DEFAULT_BASE_URL),
  } as unknown as Service;

  function judgeItem(price: ParsedPrice): JudgedPrice {
    const { proof: state, trust } = options;
    const { id, price: figure } = price;
    if (state === 'failed') return { id, price: null, failure: { reason: BAD_SIGNATURE, trust } };
    return {
      id,
      price: receivedPrice(figure.price, figure.publish_time, null, proofOf(state, trust)),
    };
  }

  /** Starts a worker. A second one uses the same storage. */
  function startWorker() {
    const backfill = new Backfill({
      presence,
      records,
      service: () => service,
      judge: async ({ parsed }) => (parsed ?? []).map(judgeItem),
      proofRule: () => ({ trust: options.trust, signatures: options.signatures }),
      isOpenAt: (id) => id !== options.closed,
      closures: (id) => () => id === options.closed,
      startOf: (id, period, now) =>
        isRolling(period) ? referenceTime(period, now) : options.dayStart(id, period),
    });
    backfill.reconcile();
    return backfill;
  }

  return { requests, behavior, records, presence, options, service, startWorker };
}

/** Advances the clock in small steps, so that everything happens in order. */
export async function pass(ms: number): Promise<void> {
  for (let step = 0; step < ms; step += 100) await vi.advanceTimersByTimeAsync(100);
}

export const noData = (): HttpStatusError =>
  new HttpStatusError(404, { detail: 'Update data not found' });

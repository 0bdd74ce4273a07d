import { vi } from 'vitest';
import { createHistoryKeeper } from '@/lib/background/history/keeper.ts';
import {
  keepPauseAskedFor,
  takeRequest,
  takeSpareRequest,
} from '@/lib/connection/request-budget.ts';
import { SPARE, serviceKey, type Service } from '@/lib/background/service.ts';
import type { JudgedItem } from '@/lib/background/judge.ts';
import {
  HttpStatusError,
  type ParsedPrice,
  type PriceServiceClient,
} from '@/lib/price-service/index.ts';
import { connectionState } from '@/lib/storage/connection.ts';
import { connectionSettings, type Signatures } from '@/lib/storage/settings.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';
import { memoryRecords } from '../../history/memory-records.ts';
import { BTC, ETH, item } from '../feeds.ts';
import { BAD_SIGNATURE, proofOf } from '../../proofs.ts';

/** What was asked of the service. */
export interface Asked {
  moment: number;
  ids: string[];
  /** Unix milliseconds. */
  at: number;
  grade: 'reference' | 'backfill';
}

export interface FarSide {
  /** What it answers instead of a price; a status or `undefined`. */
  refuse: (moment: number, ids: readonly string[]) => HttpStatusError | undefined;
  /** How long after the moment a price was published, in seconds; negative: before it. */
  delaySeconds: number;
  /** Integer digits. */
  price: (id: string, moment: number) => string;
}

/** The background's keeper of the past, a service, and storage that outlives the worker. */
export async function createWorld() {
  await watchlist.setValue([BTC, ETH]);
  await connectionState.setValue({ ...connectionState.fallback, state: 'live' });
  const asked: Asked[] = [];
  const far: FarSide = { refuse: () => undefined, delaySeconds: 0, price: () => '100' };
  const records = memoryRecords();
  const presence = { isSomeoneLooking: true };
  const options = {
    signatures: 'show' as Signatures,
    proof: 'verified' as 'verified' | 'unchecked' | 'failed',
    trust: 'trusted',
    closed: '',
  };

  function clientOf(grade: Asked['grade']): PriceServiceClient {
    const getPriceUpdatesAtTimestamp = async (moment: number, ids: string[]) => {
      await takeSpareRequest(SPARE[grade]);
      asked.push({ moment, ids, at: Date.now(), grade });
      const error = far.refuse(moment, ids);
      if (error) {
        // As the client does through its hook.
        await keepPauseAskedFor({ status: error.status, retryAfterMs: error.retryAfterMs });
        throw error;
      }
      const parsed = ids.map(
        (id) => item(id, far.price(id, moment), moment + far.delaySeconds).item,
      );
      return { binary: { encoding: 'base64', data: [] }, parsed };
    };
    return { getPriceUpdatesAtTimestamp } as unknown as PriceServiceClient;
  }

  const service = {
    key: serviceKey(await connectionSettings.getValue()),
    reference: clientOf('reference'),
    backfill: clientOf('backfill'),
  } as unknown as Service;

  function judgeItem(figure: ParsedPrice): JudgedItem {
    const { proof: state, trust } = options;
    const { id } = figure;
    if (state === 'failed') return { id, item: null, failure: { reason: BAD_SIGNATURE, trust } };
    return { id, item: figure, proof: proofOf(state, trust) };
  }

  /** One life of the worker; a second one stands over the same storage. */
  function startWorker() {
    const keeper = createHistoryKeeper({
      presence,
      records,
      service: () => service,
      judge: async ({ parsed }) => (parsed ?? []).map(judgeItem),
      proofRule: () => ({ trust: options.trust, isRequired: options.signatures === 'require' }),
      isOpenAt: (id) => id !== options.closed,
      wasClosed: (id) => id === options.closed,
    });
    keeper.look();
    return keeper;
  }

  return { asked, far, records, presence, options, service, startWorker };
}

/** Lets time pass in small steps, so that all that waits for it comes in order. */
export async function pass(ms: number): Promise<void> {
  for (let step = 0; step < ms; step += 100) await vi.advanceTimersByTimeAsync(100);
}

/** As the stream and the polls do. */
export async function useBudget(requests: number): Promise<void> {
  for (let count = 0; count < requests; count += 1) await takeRequest();
}

export const noData = (): HttpStatusError =>
  new HttpStatusError(404, { detail: 'Update data not found' });

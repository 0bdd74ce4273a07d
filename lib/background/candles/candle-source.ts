import { toRequestHeaders } from '../../domain/connection/headers.ts';
import { serviceKey } from '../../domain/connection/service-list.ts';
import { serviceMark } from '../../domain/connection/service-mark.ts';
import type { ConnectionSettings } from '../../domain/settings.ts';
import {
  HistoryServiceClient,
  readResolution,
  type CandleQuery,
  type Resolution,
} from '../../history-service/index.ts';
import type { CandleStore, KnownHistoryService } from '../../storage/candles/candle-store.ts';
import { RequestBudget } from '../../storage/requests/request-budget.ts';
import type { FeedId } from '../../base/units.ts';
import { RangeLimits, type GrantedPage, type LongestRanges } from './range-limits.ts';

// Symbols hardly ever change, and the public service's list is 6 MB.
const INFO_MS = 7 * 24 * 60 * 60 * 1_000;

export interface HistoryInfo {
  resolutions: readonly Resolution[];
  /** `null`: the service has no list, so it uses the feeds' own symbols. */
  symbols: ReadonlyMap<FeedId, string> | null;
  longest: LongestRanges;
}

export interface CandleSource {
  key: string;
  /** From the database, or else requested. */
  info: () => Promise<HistoryInfo>;
  /**
   * Requests with a lower `rank` are sent first. The page covers the newest part of the range if
   * the service refuses the whole.
   */
  getCandles: (query: CandleQuery, rank: number, signal: AbortSignal) => Promise<GrantedPage>;
}

export function createCandleSource(
  settings: ConnectionSettings,
  store: CandleStore,
  budget = new RequestBudget(),
): CandleSource {
  const { baseUrl, headers } = settings;
  const client = new HistoryServiceClient(baseUrl, {
    headers: toRequestHeaders(headers),
    onRefusal: (refusal) => budget.refuse(baseUrl, refusal, 'candles'),
  });
  let info: Promise<HistoryInfo> | undefined;
  let limits: Promise<RangeLimits> | undefined;
  const readInfoOnce = (): Promise<HistoryInfo> =>
    (info ??= readInfo(client, baseUrl, store).catch((error: unknown) => {
      info = undefined;
      throw error;
    }));
  // Without the service's info, limits are learned again.
  const readLimits = (): Promise<RangeLimits> =>
    (limits ??= readInfoOnce().then(
      ({ longest }) => new RangeLimits(longest, (learned) => void storeLimits(store, learned)),
      () => new RangeLimits(),
    ));

  return {
    key: serviceKey(settings),
    info: readInfoOnce,
    async getCandles(query, rank, signal) {
      let isRunning = false;
      const end = (): void => {
        if (isRunning) budget.endOfCandles(baseUrl);
        isRunning = false;
      };
      const beforeRequest = async (attempt: AbortSignal): Promise<void> => {
        end();
        await budget.takeForCandles(baseUrl, rank, AbortSignal.any([attempt, signal]));
        isRunning = true;
      };
      return (await readLimits()).ask(query, (part) =>
        client.getCandles(part, { signal, beforeRequest }).finally(end),
      );
    },
  };
}

async function readInfo(
  client: HistoryServiceClient,
  baseUrl: string,
  store: CandleStore,
): Promise<HistoryInfo> {
  const mark = await serviceMark(baseUrl);
  const known = await store.readService().catch(() => null);
  if (known?.mark === mark && Math.abs(Date.now() - known.storedAt) < INFO_MS) return toInfo(known);
  const [resolutions, symbols] = await Promise.all([
    client.getResolutions(),
    client.getFeedSymbols(),
  ]);
  if (known?.mark !== mark) await store.deleteAll().catch(() => undefined);
  const storedAt = Date.now();
  // Without a database, the next worker asks again.
  await store
    .writeService({
      mark,
      storedAt,
      resolutions: [...resolutions],
      symbols: symbols && new Map(symbols),
      longest: {},
    })
    .catch(() => undefined);
  return { resolutions, symbols, longest: {} };
}

function toInfo({ resolutions, symbols, longest }: KnownHistoryService): HistoryInfo {
  return {
    resolutions: resolutions.flatMap((text) => readResolution(text) ?? []),
    symbols,
    longest,
  };
}

/** The next worker does not ask for more either. */
async function storeLimits(store: CandleStore, longest: LongestRanges): Promise<void> {
  const known = await store.readService().catch(() => null);
  if (known) await store.writeService({ ...known, longest: { ...longest } }).catch(() => undefined);
}

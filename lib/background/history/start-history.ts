import { changeStart } from '../../domain/history/change-start.ts';
import { closuresOf, type WasClosed } from '../../domain/history/place-in-time.ts';
import { historyRecords } from '../../storage/history/records.ts';
import { isMarketOpen } from '../../domain/prices/market-schedule.ts';
import { parseSchedule } from '../../domain/prices/schedule-grammar.ts';
import { currencyFeeds } from '../../storage/values/currency.ts';
import { connectionState } from '../../storage/values/connection.ts';
import { everyChangeWanted, historyWanted } from '../../storage/values/history.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { Signatures } from '../../domain/settings.ts';
import { listView } from '../../storage/values/view.ts';
import { watchlist } from '../../storage/values/watchlist.ts';
import { toMilliseconds, type FeedId } from '../../base/units.ts';
import type { ReadableItem } from '../../storage/stored.ts';
import type { Judge } from '../intake/judge.ts';
import type { Presence } from '../presence.ts';
import type { Service } from '../connection/service.ts';
import { Backfill } from './backfill.ts';
import { requiredTrustOf } from '../../domain/market/market.ts';
import type { ProofRule } from './next-task.ts';
import { createCollector } from './collector.ts';

interface HistoryOptions {
  presence: Presence;
  prices: ReadonlyMap<FeedId, StoredPrice>;
  judge: Judge;
  signatures: () => Signatures;
  trust: () => string;
  followed: () => readonly string[];
  attributes: () => Readonly<Record<string, Record<string, string>>>;
  /** `null` until the worker has connected. */
  service: () => Service | null;
}

/** Call `reconcile` when one of these changes. */
export const HISTORY_ITEMS: ReadonlyArray<Pick<ReadableItem<unknown>, 'watch'>> = [
  listView,
  historyWanted,
  everyChangeWanted,
  watchlist,
  currencyFeeds,
  connectionState,
];

export function startHistory(options: HistoryOptions) {
  const { presence, prices, judge, signatures, trust, followed, attributes, service } = options;
  const records = historyRecords;
  const proofRule = (): ProofRule => ({ trust: trust(), signatures: signatures() });
  const closures = (id: FeedId): WasClosed => closuresOf(attributes()[id]);
  const collector = createCollector({
    prices,
    records,
    followed,
    closures,
    requiredTrust: () => requiredTrustOf(proofRule()),
  });
  const backfill = new Backfill({
    presence,
    records,
    service,
    judge: (update) => judge.verifyUpdate(update, signatures(), { isPast: true }),
    proofRule,
    isOpenAt: (id, seconds) =>
      isMarketOpen(parseSchedule(attributes()[id]), toMilliseconds(seconds)),
    closures,
    startOf: (id, period, nowSeconds) =>
      changeStart(period, attributes()[id], {
        nowSeconds,
        publishTime: prices.get(id)?.publishTime,
      }),
  });

  return {
    reconcile: backfill.reconcile,
    retry: () => backfill.retry(),
    recheckProofs: (wereOff: boolean) => backfill.recheckProofs(wereOff),
    onPricesStored: collector.onPricesStored,
    async clear() {
      await collector.clear();
      await backfill.clear();
    },
  };
}

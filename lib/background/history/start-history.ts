import { closuresOf } from '../../history/place-in-time.ts';
import { historyRecords } from '../../history/records.ts';
import { marketState } from '../../prices/market-schedule.ts';
import { isMalformed, parseSchedule } from '../../prices/schedule-grammar.ts';
import { connectionState } from '../../storage/connection.ts';
import { historyWanted } from '../../storage/history.ts';
import type { StoredPrice } from '../../storage/prices.ts';
import type { Signatures } from '../../storage/settings.ts';
import { listView } from '../../storage/view.ts';
import { watchlist } from '../../storage/watchlist.ts';
import { createHistoryKeeper, type HistoryKeeper } from './keeper.ts';
import type { Judge } from '../judge.ts';
import type { Presence } from '../presence.ts';
import { createSampler } from './sampler.ts';
import type { Service } from '../service.ts';

export interface History extends HistoryKeeper {
  /** To be called with the feeds whose stored price changed. */
  noteStored: (changed: readonly string[]) => void;
}

interface HistoryOptions {
  presence: Presence;
  /** Latest prices as stored, by feed id. */
  prices: ReadonlyMap<string, StoredPrice>;
  judge: Judge;
  signatures: () => Signatures;
  /** The fingerprint of the trust in force. */
  trust: () => string;
  followed: () => readonly string[];
  /** Of the followed feeds, by id. */
  attributes: () => Readonly<Record<string, Record<string, string>>>;
  /** `null`: not connected yet. */
  service: () => Service | null;
}

/** Keeps the past and fills it in; to be called in the worker's first turn, for its listeners. */
export function startHistory(options: HistoryOptions): History {
  const { presence, prices, judge, signatures, trust, followed, attributes, service } = options;
  const records = historyRecords;
  const sampler = createSampler({ prices, records, followed });
  const keeper = createHistoryKeeper({
    presence,
    records,
    service,
    judge: (update) => judge.judge(update, signatures(), true),
    proofRule: () => ({ trust: trust(), isRequired: signatures() === 'require' }),
    isOpenAt: (id, seconds) => isOpenAt(attributes()[id], seconds),
    closures: (id) => closuresOf(attributes()[id]),
  });

  for (const item of [listView, historyWanted, watchlist, connectionState]) {
    item.watch(() => keeper.look());
  }

  return {
    ...keeper,
    noteStored: (changed) => sampler.note(changed),
    async forget() {
      await sampler.forget();
      await keeper.forget();
    },
  };
}

function isOpenAt(attributes: Record<string, string> | undefined, seconds: number): boolean {
  const schedule = parseSchedule(attributes);
  if (isMalformed(schedule)) return true;
  return marketState(schedule, Temporal.Instant.fromEpochMilliseconds(seconds * 1_000)).open;
}

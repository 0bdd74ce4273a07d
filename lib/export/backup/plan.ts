import { watchlist } from '../../storage/watchlist.ts';
import type { Backup } from './format.ts';
import { planAlerts } from './plan-alerts.ts';
import { planConnection } from './plan-connection.ts';
import { namesIn, planGroups, planRowNames, planWatchlist } from './plan-lists.ts';
import { changesAnything, type ImportMode, type PartPlan, type PartResult } from './plan-part.ts';
import { planSettings } from './plan-settings.ts';
import { planTrust } from './plan-trust.ts';
import { valueIn, type StoredState } from './stored-state.ts';

/** What an import will change, before it does. */
export interface ImportPlan {
  /** The parts that change at all. */
  parts: PartPlan[];
  notes: string[];
  /** Plain `http:` beyond this computer: to be confirmed by the user first. */
  unencryptedOrigin: string | null;
  /** By key of local storage, to be written in one step; empty: nothing changes. */
  writes: Record<string, unknown>;
}

/**
 * Compares a backup with what is stored. Parts that the file lacks stay as they are.
 *
 * @param nowMs unix milliseconds
 * @throws ExportError where something in it cannot be used; then nothing is to be imported
 */
export function planImport(
  stored: StoredState,
  backup: Backup,
  { mode, nowMs }: { mode: ImportMode; nowMs: number },
): ImportPlan {
  const nameOf = namesIn(stored, backup);
  const connection = backup.connection && planConnection(stored, backup.connection, mode);
  const list = backup.watchlist && planWatchlist(stored, backup.watchlist, { mode, nameOf });
  const followed = new Set(
    watchlist.parse(list?.writes[watchlist.key] ?? valueIn(stored, watchlist)),
  );
  const results: (PartResult | undefined)[] = [
    connection,
    list,
    backup.groups && planGroups(stored, backup.groups, { mode, followed }),
    backup.rowNames && planRowNames(stored, backup.rowNames, { mode, nameOf }),
    backup.alerts && planAlerts(stored, backup.alerts, { mode, nameOf, nowMs }),
    backup.settings && planSettings(stored, backup.settings, mode),
    backup.trust && planTrust(stored, backup.trust, mode),
  ];
  const found = results.filter((result) => result !== undefined);
  return {
    parts: found.map(({ plan }) => plan).filter(changesAnything),
    notes: found.flatMap(({ notes }) => notes),
    unencryptedOrigin: connection?.unencryptedOrigin ?? null,
    writes: Object.fromEntries(found.flatMap(({ writes }) => Object.entries(writes))),
  };
}

import { watchlist } from '../../../storage/values/watchlist.ts';
import type { UnixMilliseconds } from '../../../base/units.ts';
import type { Backup } from './format.ts';
import { planAlerts } from './plan-alerts.ts';
import { planGroups } from './plan-groups.ts';
import { planHoldings } from './plan-holdings.ts';
import { changesAnything, type ImportMode, type PartPlan, type PartResult } from './plan-part.ts';
import { planRowNames } from './plan-row-names.ts';
import { planServices } from './plan-services.ts';
import { planSettings } from './plan-settings.ts';
import { planTrust } from './plan-trust.ts';
import { namesIn, planWatchlist } from './plan-watchlist.ts';
import { valueIn, type StoredState } from './stored-state.ts';

/** What an import would change. */
export interface ImportPlan {
  /** The parts that would change. */
  parts: PartPlan[];
  notes: string[];
  /** The `http:` origins on other computers, as a list that the user must confirm first. */
  unencryptedOrigin: string | null;
  /** Values by local storage key, to be written in one step. Empty if nothing changes. */
  writes: Record<string, unknown>;
}

/**
 * Compares a backup with what is stored. Parts missing from the file do not change.
 *
 * @throws ExportError if any part cannot be used; then nothing must be imported
 */
export function planImport(
  stored: StoredState,
  backup: Backup,
  { mode, nowMs }: { mode: ImportMode; nowMs: UnixMilliseconds },
): ImportPlan {
  const nameOf = namesIn(stored, backup);
  const services = backup.services && planServices(stored, backup.services, mode);
  const list = backup.watchlist && planWatchlist(stored, backup.watchlist, { mode, nameOf });
  const followed = new Set(valueIn({ ...stored, ...list?.writes }, watchlist));
  const results: (PartResult | undefined)[] = [
    services,
    list,
    backup.groups && planGroups(stored, backup.groups, { mode, followed }),
    backup.rowNames && planRowNames(stored, backup.rowNames, { mode, nameOf }),
    backup.holdings && planHoldings(stored, backup.holdings, { mode, nameOf, followed }),
    backup.alerts && planAlerts(stored, backup.alerts, { mode, nameOf, nowMs }),
    backup.settings && planSettings(stored, backup.settings, mode),
    backup.trust && planTrust(stored, backup.trust, mode),
  ];
  const planned = results.filter((result) => result !== undefined);
  return {
    parts: planned.map(({ plan }) => plan).filter(changesAnything),
    notes: planned.flatMap(({ notes }) => notes),
    unencryptedOrigin: services?.unencryptedOrigin ?? null,
    writes: Object.fromEntries(planned.flatMap(({ writes }) => Object.entries(writes))),
  };
}

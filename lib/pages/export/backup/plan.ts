import { removedSettingWords } from '../../../base/about/removed-setting.ts';
import {
  currencyForAll,
  lostCurrencies,
  type GroupWithCurrency,
} from '../../../domain/watchlist/group-currencies.ts';
import { displayCurrency } from '../../../storage/values/currency.ts';
import { groups } from '../../../storage/values/view.ts';
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
  const parts = settled(stored, backup);
  const results: (PartResult | undefined)[] = [
    services,
    list,
    parts.groups && planGroups(stored, parts.groups, { mode, followed }),
    backup.rowNames && planRowNames(stored, backup.rowNames, { mode, nameOf }),
    backup.holdings && planHoldings(stored, backup.holdings, { mode, nameOf, followed }),
    backup.alerts && planAlerts(stored, backup.alerts, { mode, nameOf, nowMs }),
    parts.settings && planSettings(stored, parts.settings, mode),
    backup.trust && planTrust(stored, backup.trust, mode),
  ];
  const planned = results.filter((result) => result !== undefined);
  const writes = Object.fromEntries(planned.flatMap(({ writes: own }) => Object.entries(own)));
  const currency = valueIn({ ...stored, ...writes }, displayCurrency);
  return {
    parts: planned.map(({ plan }) => plan).filter(changesAnything),
    notes: [
      ...planned.flatMap(({ notes }) => notes),
      ...lostIn(stored, backup.groups ?? [], { mode, currency }),
    ],
    unencryptedOrigin: services?.unencryptedOrigin ?? null,
    writes,
  };
}

/** The file's groups and settings, in which the list has the currency that all groups had. */
function settled(stored: StoredState, { groups: list, settings }: Backup) {
  if (!list) return { groups: list, settings };
  const ofList = settings ? (settings.displayCurrency ?? null) : valueIn(stored, displayCurrency);
  const currency = currencyForAll(list, ofList);
  if (currency === ofList) return { groups: list, settings };
  return { groups: list, settings: { ...settings, displayCurrency: currency } };
}

/** The currencies of the groups that an import adds or replaces and that nothing has any more. */
function lostIn(
  stored: StoredState,
  imported: readonly GroupWithCurrency[],
  { mode, currency }: { mode: ImportMode; currency: string | null },
): string[] {
  const known = new Set(valueIn(stored, groups).map(({ id }) => id));
  const taken = imported.filter(({ id }) => mode === 'replace' || !known.has(id));
  return lostCurrencies(taken, currency).map(removedSettingWords);
}

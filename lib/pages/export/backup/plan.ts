import { currencyForAll } from '../../../domain/watchlist/group-currencies.ts';
import { feedSymbol, shortId } from '../../../domain/prices/feed-name.ts';
import { namedInCode } from '../../../domain/watchlist/named-feeds.ts';
import { followedFeeds } from '../../../storage/values/catalog.ts';
import { displayCurrency } from '../../../storage/values/currency.ts';
import { watchlist } from '../../../storage/values/watchlist.ts';
import type { Backup } from './format.ts';
import { planAlerts } from './plan-alerts.ts';
import type { ListedChanges, Import, PartPlan, PartResult } from './plan-part.ts';
import { planGroups, planHoldings, planRowNames, planWatchlist } from './plan-rows.ts';
import { planServices } from './plan-services.ts';
import { planSettings } from './settings.ts';
import { planTrust } from './plan-trust.ts';
import { valueIn, type StoredState } from './stored-state.ts';

export interface ImportPlan {
  parts: PartPlan[];
  notes: string[];
  /** `http:` origins on other computers, as a list that the user must confirm. */
  unencryptedOrigin: string | null;
  /** By local storage key, to be written in one step. */
  writes: Record<string, unknown>;
}

/**
 * Compares a backup with the stored values. Missing parts do not change.
 * @throws ExportError if any part cannot be used; then nothing must be imported
 */
export function planImport(
  stored: StoredState,
  backup: Backup,
  how: Pick<Import, 'mode' | 'nowMs'>,
): ImportPlan {
  const named = { stored, ...how, nameOf: namesIn(stored, backup) };
  const services = backup.services && planServices(backup.services, named);
  const list = backup.watchlist && planWatchlist(backup.watchlist, named);
  const followed = new Set(valueIn({ ...stored, ...list?.writes }, watchlist));
  const context = { ...named, followed };
  const parts = settled(stored, backup);
  const results: (PartResult | undefined)[] = [
    services,
    list,
    parts.groups && planGroups(parts.groups, context),
    backup.rowNames && planRowNames(backup.rowNames, context),
    backup.holdings && planHoldings(backup.holdings, context),
    backup.alerts && planAlerts(backup.alerts, context),
    parts.settings && planSettings(parts.settings, context),
    backup.trust && planTrust(backup.trust, context),
  ];
  const planned = results.filter((result) => result !== undefined);
  const writes = Object.fromEntries(planned.flatMap(({ writes: own }) => Object.entries(own)));
  return {
    parts: planned.map(({ plan }) => plan).filter(changesAnything),
    notes: planned.flatMap(({ notes = [] }) => notes),
    unencryptedOrigin: services?.unencryptedOrigin ?? null,
    writes,
  };
}

/**
 * Names feeds from storage or the code, otherwise from the file. Names that differ or come from the
 * file are followed by the start of the id.
 */
function namesIn(stored: StoredState, backup: Backup): Import['nameOf'] {
  const known = valueIn(stored, followedFeeds);
  const inFile = new Map(backup.watchlist?.map(({ id, attributes }) => [id, attributes]));
  return (id) => {
    const claimed = feedSymbol(inFile.get(id) ?? undefined, id);
    const words = known[id] ?? namedInCode(id);
    const symbol = words ? feedSymbol(words, id) : claimed;
    const isSure = words !== null && (!inFile.get(id) || claimed === symbol);
    return isSure || symbol === shortId(id) ? symbol : `${symbol} (${shortId(id)})`;
  };
}

function changesAnything({ added, removed, changed }: ListedChanges): boolean {
  return added.length + removed.length + changed.length > 0;
}

/** Gives the watchlist the currency that all groups of the file had. */
function settled(stored: StoredState, { groups: list, settings }: Backup) {
  if (!list) return { groups: list, settings };
  const ofList = settings
    ? (displayCurrency.schema.safeParse(settings['displayCurrency']).data ?? null)
    : valueIn(stored, displayCurrency);
  const currency = currencyForAll(list, ofList);
  if (currency === ofList) return { groups: list, settings };
  return { groups: list, settings: { ...settings, displayCurrency: currency } };
}

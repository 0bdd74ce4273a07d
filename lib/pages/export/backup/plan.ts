import { removedSettingWords } from '../../../base/about/removed-setting.ts';
import {
  currencyForAll,
  lostCurrencies,
  type GroupWithCurrency,
} from '../../../domain/watchlist/group-currencies.ts';
import { feedName, shortId } from '../../../domain/prices/feed-name.ts';
import { namedInCode } from '../../../domain/watchlist/named-feeds.ts';
import { followedFeeds } from '../../../storage/values/catalog.ts';
import { badgeView } from '../../../storage/values/badge.ts';
import { displayCurrency } from '../../../storage/values/currency.ts';
import { groups } from '../../../storage/values/view.ts';
import { watchlist } from '../../../storage/values/watchlist.ts';
import type { Backup } from './format.ts';
import { planAlerts } from './plan-alerts.ts';
import type { Changes, Import, PartPlan, PartResult } from './plan-part.ts';
import { planGroups, planHoldings, planRowNames, planWatchlist } from './plan-rows.ts';
import { planServices } from './plan-services.ts';
import { planSettings } from './settings.ts';
import { planTrust } from './plan-trust.ts';
import { isOwn, valueIn, type StoredState } from './stored-state.ts';

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
  const currency = valueIn({ ...stored, ...writes }, displayCurrency);
  const isBadgeTaken = how.mode === 'replace' || !isOwn(stored, badgeView);
  return {
    parts: planned.map(({ plan }) => plan).filter(changesAnything),
    notes: [
      ...planned.flatMap(({ notes = [] }) => notes),
      ...lostIn(backup.groups ?? [], { stored, mode: how.mode, currency }),
      ...(backup.losesTurns && isBadgeTaken
        ? [removedSettingWords({ what: 'badgeTurns', values: {} })]
        : []),
    ],
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
    const claimed = feedName(inFile.get(id) ?? undefined, id).symbol;
    const words = known[id] ?? namedInCode(id);
    const symbol = words ? feedName(words, id).symbol : claimed;
    const isSure = words !== null && (!inFile.get(id) || claimed === symbol);
    return isSure || symbol === shortId(id) ? symbol : `${symbol} (${shortId(id)})`;
  };
}

function changesAnything({ added, removed, changed }: Changes): boolean {
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

/** Currencies of imported groups that are no longer used anywhere. */
function lostIn(
  imported: readonly GroupWithCurrency[],
  { stored, mode, currency }: Pick<Import, 'stored' | 'mode'> & { currency: string | null },
): string[] {
  const known = new Set(valueIn(stored, groups).map(({ id }) => id));
  const taken = imported.filter(({ id }) => mode === 'replace' || !known.has(id));
  return lostCurrencies(taken, currency).map(removedSettingWords);
}

import { isAboutHoldings } from '../../../domain/holdings/subject.ts';
import { originOf } from '../../../domain/connection/base-url.ts';
import { alertRules } from '../../../storage/values/alerts.ts';
import { followedFeeds } from '../../../storage/values/catalog.ts';
import { holdings } from '../../../storage/values/holdings.ts';
import { priceServices, trustSettings } from '../../../storage/values/settings.ts';
import type { ServiceSettings } from '../../../domain/settings.ts';
import { groups, rowNames } from '../../../storage/values/view.ts';
import { watchlist } from '../../../storage/values/watchlist.ts';
import type { UnixMilliseconds } from '../../../base/units.ts';
import { isoTime } from '../exact-text.ts';
import { BACKUP_FORMAT, BACKUP_VERSION, type Backup, type BackupService } from './format.ts';
import { MAX_UPGRADES } from './plan-trust.ts';
import { settingsPart } from './settings.ts';
import { valueIn, type StoredState } from './stored-state.ts';

export interface BackupOptions {
  /** Include header values and the paths of base URLs. */
  withSecrets: boolean;
  /** Include holdings, and alerts on their value, whose levels reveal it. */
  withHoldings: boolean;
  atMs: UnixMilliseconds;
}

export function writeBackup(stored: StoredState, options: BackupOptions): string {
  return `${JSON.stringify(makeBackup(stored, options), null, 2)}\n`;
}

export function makeBackup(stored: StoredState, options: BackupOptions): Backup {
  const { withSecrets, withHoldings, atMs } = options;
  const { beta, upgrades, custom } = valueIn(stored, trustSettings);
  const names = valueIn(stored, followedFeeds);
  return {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    createdAt: isoTime(atMs) ?? '',
    services: valueIn(stored, priceServices).map((one) => servicePart(one, withSecrets)),
    settings: settingsPart(stored),
    trust: {
      beta,
      // Earlier sets are built in by then.
      upgrades: upgrades.slice(-MAX_UPGRADES),
      custom: custom.map((profile) => ({ ...profile, keys: [...profile.keys] })),
    },
    watchlist: valueIn(stored, watchlist).map((id) => ({ id, attributes: names[id] ?? null })),
    groups: valueIn(stored, groups),
    rowNames: valueIn(stored, rowNames),
    ...(withHoldings && { holdings: valueIn(stored, holdings) }),
    alerts: valueIn(stored, alertRules).filter(
      ({ feedId }) => withHoldings || !isAboutHoldings(feedId),
    ),
  };
}

function servicePart(
  { id, name, isPaused, baseUrl, headers }: ServiceSettings,
  withSecrets: boolean,
): BackupService {
  const common = { id, name, isPaused };
  if (withSecrets) return { ...common, baseUrl, pathWithheld: false, headers };
  const origin = originOf(baseUrl) ?? '';
  return {
    ...common,
    baseUrl: origin,
    pathWithheld: baseUrl.replace(/\/+$/, '') !== origin,
    headers: headers.map((header) => ({ name: header.name, value: null })),
  };
}

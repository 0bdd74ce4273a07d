import type { Backup } from '@/lib/pages/export/backup/format.ts';
import { ALERT_RULES_1, ALERT_RULES_2, ALERT_SETTINGS } from '../../storage/shapes/alerts.ts';
import { GROUPS, LIST_VIEW, ROW_NAMES } from '../../storage/shapes/lists.ts';
import { APPEARANCE, BADGE_VIEW_1, BADGE_VIEW_2, TRUST } from '../../storage/shapes/settings.ts';
import { BTC, ETH } from '../../background/feeds.ts';

const VERSION_2 = {
  format: 'pricelight-backup',
  version: 2,
  createdAt: '2026-11-18T12:26:40Z',
  services: [
    {
      id: 'first',
      name: '',
      isPaused: false,
      baseUrl: 'https://prices.example',
      pathWithheld: true,
      headers: [
        { name: 'Authorization', value: null },
        { name: 'X-Client', value: 'example' },
      ],
    },
  ],
  settings: {
    backgroundUpdates: 'saver',
    appearance: APPEARANCE,
    staleLimitSeconds: 120,
    signatures: 'require',
    badgeFeed: ETH,
    badgeView: BADGE_VIEW_1,
    listView: LIST_VIEW,
    alerts: ALERT_SETTINGS,
  },
  trust: { beta: TRUST.beta, upgrades: TRUST.upgrades, custom: TRUST.custom },
  watchlist: [
    { id: ETH, attributes: { asset_type: 'Crypto', symbol: 'Crypto.ETH/USD' } },
    { id: BTC, attributes: null },
  ],
  // Those without a currency of their own.
  groups: GROUPS.slice(0, 2),
  rowNames: ROW_NAMES,
  alerts: ALERT_RULES_1,
} satisfies Omit<Backup, 'version' | 'settings' | 'alerts'> & {
  alerts: unknown;
  version: 2;
  settings: Omit<NonNullable<Backup['settings']>, 'badgeView'>;
};

const VERSION_3 = {
  ...VERSION_2,
  version: 3,
  settings: { ...VERSION_2.settings, badgeView: BADGE_VIEW_2 },
};

const VERSION_4 = { ...VERSION_3, version: 4, alerts: ALERT_RULES_2 } satisfies Backup;

/**
 * A complete backup of each version, from that of 0.2.0 to the current one. All have the same content,
 * so each must read like the last one. Those of released versions are frozen, because users have
 * such files.
 */
export const FROZEN_BACKUPS: readonly { version: number }[] = [VERSION_2, VERSION_3, VERSION_4];

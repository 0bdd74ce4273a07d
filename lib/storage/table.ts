import { itemsOf } from './items-of.ts';
import { POPUP_TABLE } from './popup-table.ts';
import type { StoredItem, Use } from './stored.ts';
import * as absences from './values/absences.ts';
import * as alertReach from './values/alert-reach.ts';
import * as alertReserve from './values/alert-reserve.ts';
import * as alertStates from './values/alert-states.ts';
import * as alerts from './values/alerts.ts';
import * as connectionMemory from './values/connection-memory.ts';
import * as deletedAlerts from './values/deleted-alerts.ts';
import * as diagnostics from './values/diagnostics.ts';
import * as forwarding from './values/forwarding.ts';
import * as failover from './values/failover.ts';
import * as lastResponses from './values/last-responses.ts';
import * as lateFeeds from './values/late-feeds.ts';
import * as firingProofs from './values/firing-proofs.ts';
import * as sync from './values/sync.ts';
import * as welcome from './values/welcome.ts';

/** Every stored value with a key of its own. Values by feed use `storedByFeed`. */
export const TABLE: readonly StoredItem<unknown>[] = [
  ...POPUP_TABLE,
  ...itemsOf([
    absences,
    alertReach,
    alertReserve,
    alertStates,
    alerts,
    connectionMemory,
    deletedAlerts,
    diagnostics,
    failover,
    forwarding,
    lastResponses,
    lateFeeds,
    firingProofs,
    sync,
    welcome,
  ]),
];

export function itemsFor(use: Use): StoredItem<unknown>[] {
  return TABLE.filter(({ uses }) => uses.includes(use));
}

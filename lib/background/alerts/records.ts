import type { Cached } from '../cached.ts';
import { absencesLeft, type Absence } from '../../domain/alerts/model/absence.ts';
import { absences } from '../../storage/values/absences.ts';
import { isDeepEqual } from '../../base/deep-equal.ts';
import {
  durableAlertStates,
  feedAlertsItems,
  readFeedAlerts,
  removeAllAlertStates,
} from '../../storage/values/alert-states.ts';
import { firings, unstoredFirings } from '../../storage/values/alerts.ts';
import { deletedAlerts, readDeleted } from '../../storage/values/deleted-alerts.ts';
import { makeRoomForAlerts } from '../../storage/values/alert-reserve.ts';
import { firingProofs } from '../../storage/values/firing-proofs.ts';
import { writeItems } from '../../storage/areas.ts';
import { withLock } from '../../storage/lock.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { SignedBytes } from '../../domain/signed-updates/signed-bytes.ts';
import type { Evaluation } from '../../domain/alerts/engine/evaluate.ts';
import type { FeedAlerts } from '../../domain/alerts/model/feed-alerts.ts';
import type { Firing } from '../../domain/alerts/model/firing.ts';
import type { AlertRule } from '../../domain/alerts/model/rule.ts';
import { addFirings, latestProofs } from '../../domain/alerts/model/firing-history.ts';

// Responses that change nothing are frequent, so watches are stored only this often. That is far
// shorter than any gap.
const WATCH_WRITE_INTERVAL_MS = 5_000;

/** The worker's copy of the alert states of each feed, and where they are stored. */
export class AlertRecords {
  readonly #all = new Map<FeedId, FeedAlerts>();
  readonly #alertRules: Cached<AlertRule[]>;
  readonly #unstored = new Unstored();
  #isUnsaved = false;
  #absences: Readonly<Record<FeedId, Absence>> = {};
  readonly sessionItems = createSessionItems();

  constructor(alertRules: Cached<AlertRule[]>) {
    this.#alertRules = alertRules;
  }

  get all(): ReadonlyMap<FeedId, FeedAlerts> {
    return this.#all;
  }

  /** Absences still to look into, by feed id. */
  get absences(): Readonly<Record<FeedId, Absence>> {
    return this.#absences;
  }

  async load(): Promise<void> {
    this.#absences = await absences.getValue();
    this.#unstored.fired = await unstoredFirings.getValue();
    await readRecords(this.#alertRules, this.#all);
  }

  /**
   * Stores firings with the states in one write, before the prices: if the worker dies after it,
   * firings are neither lost nor repeated. Returns whether any were stored. Without room for them,
   * they are kept and tried again.
   * @param signedBytes the verified prices of firings, by firing id
   */
  async store(
    { feeds, firings: fired, isChanged, absences: found }: Evaluation,
    signedBytes: ReadonlyMap<string, SignedBytes>,
    now: UnixMilliseconds,
    resolved?: Absence,
  ): Promise<boolean> {
    this.#isUnsaved ||= isChanged;
    const urgent = [...fired, ...found, ...(resolved ? [resolved] : [])];
    for (const id of new Set(urgent.map(({ feedId }) => feedId))) raiseRevision(feeds, id, now);
    for (const [id, record] of feeds) this.#all.set(id, record);
    if (urgent.length === 0 && !this.#unstored.isDue(now)) return false;
    this.#absences = absencesLeft(this.#absences, found, resolved);
    this.#unstored.add({ fired, signedBytes });
    try {
      const others = { ...durable(this.#all), ...absences.entry(this.#absences) };
      await storeFirings(this.#unstored, others);
      this.#unstored.clear();
      this.#isUnsaved = false;
      return true;
    } catch {
      this.#unstored.triedAt = now;
      this.#isUnsaved = true;
      return false;
    }
  }

  /** Session items with the firings that could not be stored; empty if nothing changed. */
  unstoredItems(): Record<string, unknown> {
    return this.#unstored.items();
  }

  /** Forgets every state, firing and proof, here and in storage. */
  clear(): Promise<void> {
    this.#all.clear();
    this.#absences = {};
    this.#unstored.clear();
    this.#isUnsaved = false;
    return deleteRecords();
  }

  forgetWatches(): Record<string, unknown> {
    return forgetWatches(this.#all);
  }

  isWaiting(): boolean {
    return this.#all.values().some(({ waiting }) => waiting !== undefined);
  }

  /** Local items with the states, for the next browser start. */
  unsaved(): Record<string, unknown> {
    return this.#isUnsaved ? durable(this.#all) : {};
  }

  markSaved(): void {
    this.#isUnsaved = false;
  }
}

function forgetWatches(all: Map<FeedId, FeedAlerts>): Record<string, unknown> {
  for (const [id, record] of all) {
    all.set(id, { ...record, watch: null, waiting: undefined, isRecalled: undefined });
  }
  return feedAlertsItems(all);
}

function createSessionItems() {
  const storedAt = new Map<FeedId, UnixMilliseconds>();
  return ({ feeds, isChanged }: Evaluation, now: UnixMilliseconds, isDue: boolean) => {
    const isOverdue = ([id, { watch }]: readonly [string, FeedAlerts]): boolean =>
      watch === null || Math.abs(now - (storedAt.get(id) ?? 0)) >= WATCH_WRITE_INTERVAL_MS;
    if (!isDue && !isChanged && !feeds.entries().some(isOverdue)) return {};
    for (const id of feeds.keys()) storedAt.set(id, now);
    return feedAlertsItems(feeds);
  };
}

/** Reads the stored states into `all`. Discards those of alerts deleted a while ago. */
async function readRecords(
  alertRules: Cached<AlertRule[]>,
  all: Map<FeedId, FeedAlerts>,
): Promise<void> {
  await alertRules.loaded;
  const rules = [...alertRules.current, ...(await readDeleted(Date.now()))];
  const existing = new Set(rules.map(({ id }) => id));
  const feedIds = new Set(rules.map(({ feedId }) => feedId));
  const { feeds, recalled } = await readFeedAlerts([...feedIds]);
  for (const [id, record] of feeds) feeds.set(id, withOnly(record, existing));
  // Pages read states from session storage, where those that never change again would be missing.
  const missing = new Map([...feeds].filter(([id]) => recalled.includes(id)));
  if (missing.size > 0) await writeItems('session', feedAlertsItems(missing));
  for (const [id, record] of feeds) all.set(id, record);
}

async function deleteRecords(): Promise<void> {
  await removeAllAlertStates();
  await deletedAlerts.setValue({});
  await firings.update(() => []);
  await firingProofs.update(() => ({}));
  await durableAlertStates.setValue({});
  await absences.setValue({});
}

interface Fired {
  fired: readonly Firing[];
  signedBytes: ReadonlyMap<string, SignedBytes>;
}

/** Between two attempts to store firings for which there was no room. */
const RETRY_MS = 5_000;

/** Firings that are not in local storage yet. */
class Unstored implements Fired {
  fired: readonly Firing[] = [];
  signedBytes: ReadonlyMap<string, SignedBytes> = new Map();
  triedAt: UnixMilliseconds = 0;
  #inSession = '';

  isDue(now: UnixMilliseconds): boolean {
    return this.fired.length > 0 && Math.abs(now - this.triedAt) >= RETRY_MS;
  }

  add({ fired, signedBytes }: Fired): void {
    this.fired = [...this.fired, ...fired];
    this.signedBytes = new Map([...this.signedBytes, ...signedBytes]);
  }

  clear(): void {
    this.fired = [];
    this.signedBytes = new Map();
  }

  items(): Record<string, unknown> {
    const ids = this.fired.map(({ id }) => id).join();
    if (ids === this.#inSession) return {};
    this.#inSession = ids;
    return unstoredFirings.entry([...this.fired]);
  }
}

function storeFirings({ fired, signedBytes }: Fired, states: Record<string, unknown>) {
  return withLock(firings.key, async () => {
    const history = addFirings(await firings.getValue(), fired);
    const items = { ...firings.entry(history), ...states };
    return withLock(firingProofs.key, async () => {
      const known = await firingProofs.getValue();
      const kept = latestProofs({ ...known, ...Object.fromEntries(signedBytes) }, history);
      // No dropped firing had a proof, and the new firings have none.
      const areSame = signedBytes.size === 0 && isDeepEqual(kept, known);
      const withProofs = areSame ? items : { ...items, ...firingProofs.entry(kept) };
      try {
        await writeItems('local', withProofs);
      } catch {
        await makeRoomForAlerts();
        // If there is still no room for proofs, the alert matters more.
        await writeItems('local', withProofs).catch(() => writeItems('local', items));
      }
    });
  });
}

function raiseRevision(feeds: Map<FeedId, FeedAlerts>, id: FeedId, now: UnixMilliseconds): void {
  const record = feeds.get(id);
  // Not counted from 1: the session may still contain a record of the feed's earlier alerts.
  if (record) feeds.set(id, { ...record, revision: Math.max(record.revision + 1, now) });
}

function durable(feeds: ReadonlyMap<FeedId, FeedAlerts>): Record<string, unknown> {
  const entries = [...feeds].map(([id, { states, revision }]) => [id, { states, revision }]);
  return durableAlertStates.entry(Object.fromEntries(entries));
}

function withOnly(record: FeedAlerts, alertIds: ReadonlySet<string>): FeedAlerts {
  const states = Object.entries(record.states).filter(([id]) => alertIds.has(id));
  return { ...record, states: Object.fromEntries(states) };
}

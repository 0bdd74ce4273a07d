import { isDeepEqual } from '../../../../lib/base/deep-equal.ts';
import { readBuckets } from '../../../../lib/domain/sync/buckets.ts';
import type { Carried } from '../../../../lib/domain/sync/carried.ts';
import type { Entries, Entry } from '../../../../lib/domain/sync/entries.ts';
import { synchronize } from '../../../../lib/domain/sync/synchronize.ts';
import type { AlertRule } from '../../../../lib/domain/alerts/model/rule.ts';

export const NOW = Date.UTC(2026, 10, 29);
export const DAY = 86_400_000;

/** What the account stores, and how often each item was changed there. */
export class Account {
  readonly items = new Map<string, { value: unknown; version: number }>();
}

/** A computer with a copy of the account, as a browser keeps one. */
export class Computer {
  readonly device: string;
  skewMs: number;
  values: Partial<Carried> = {};
  entries: Entries = new Map();
  defaultList: string[] = [];
  held = new Set<string>();
  unconfirmed = new Set<string>();
  items: Record<string, unknown> = {};
  /** Versions of the account's items that this copy is based on. */
  readonly #versions = new Map<string, number>();
  readonly #unsent = new Set<string>();

  constructor(device: string, skewMs = 0) {
    this.device = device;
    this.skewMs = skewMs;
  }

  get list(): readonly string[] {
    return this.values.watchlist ?? [];
  }

  set list(watchlist: readonly string[]) {
    this.values = { ...this.values, watchlist };
  }

  /** @param isKilled the worker dies before it writes the items */
  step(now = NOW, isKilled = false): { changes: number; writes: number } {
    const { entries, values, items } = synchronize(this.entries, readBuckets(this.items), {
      now: now + this.skewMs,
      device: this.device,
      held: this.held,
      unconfirmed: this.unconfirmed,
      values: this.values,
      defaultList: this.defaultList,
    });
    // As storage would: nothing is shared between computers.
    this.entries = structuredClone(entries);
    const { defaultList, values: before } = this;
    const stored = { watchlist: defaultList, rowNames: {}, groups: [], alerts: [], settings: {} };
    const changes = differing({ ...stored, ...before }, values);
    this.values = structuredClone({ ...before, ...changes });
    if (!isKilled) {
      this.items = structuredClone({ ...this.items, ...items });
      for (const name of Object.keys(items)) this.#unsent.add(name);
    }
    return { changes: Object.keys(changes).length, writes: Object.keys(items).length };
  }

  /** Of two changes of an item, the browser keeps one. */
  exchange(account: Account, wins: (name: string) => boolean = () => true): void {
    const names = new Set([...account.items.keys(), ...this.#unsent]);
    for (const name of names) {
      const theirs = account.items.get(name);
      const isOutdated = theirs !== undefined && theirs.version !== this.#versions.get(name);
      if (this.#unsent.has(name) && (!isOutdated || wins(name))) {
        const version = (theirs?.version ?? 0) + 1;
        account.items.set(name, { value: structuredClone(this.items[name]), version });
        this.#versions.set(name, version);
      } else if (isOutdated) {
        this.items[name] = structuredClone(theirs.value);
        this.#versions.set(name, theirs.version);
      }
      this.#unsent.delete(name);
    }
  }
}

/** What storage would write. */
function differing(before: Carried, after: Carried): Partial<Carried> {
  const changed = Object.entries(after).filter(
    ([name, value]) => !isDeepEqual(value, before[name as keyof Carried]),
  );
  return Object.fromEntries(changed);
}

/** Until nothing changes. Returns the number of rounds. */
export function settle(account: Account, computers: readonly Computer[], now = NOW): number {
  let quiet = 0;
  for (let round = 1; round < 30; round += 1) {
    const done = computers.map((computer) => {
      computer.exchange(account);
      const { changes, writes } = computer.step(now);
      computer.exchange(account);
      return changes + writes;
    });
    quiet = done.every((count) => count === 0) ? quiet + 1 : 0;
    if (quiet === 2) return round;
  }
  throw new Error('The computers never agree.');
}

/** What all computers must agree on. */
export function shared({ values }: Computer) {
  const { watchlist = [], rowNames = {}, groups = [], alerts = [], settings = {} } = values;
  const rules = alerts.map((rule) => ({ ...rule, armedAt: 0, snoozedUntil: null }));
  return {
    watchlist,
    rowNames,
    groups,
    settings,
    alerts: rules.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

export function latest(known: Map<string, Entry>, entries: Entries): void {
  for (const [key, entry] of entries) {
    const before = known.get(key);
    if (!before || entry[0] > before[0]) known.set(key, entry);
  }
}

export function feed(n: number): string {
  return (n * 0x9e3779b1)
    .toString(16)
    .padStart(12, '0')
    .slice(-8)
    .padEnd(64, String(n % 10));
}

export function alertOn(feedId: string, id: string, level = '1'): AlertRule {
  return {
    id,
    feedId,
    trigger: { kind: 'crosses', direction: 'above', level },
    repeat: { mode: 'once' },
    expiresAt: null,
    note: '',
    enabled: true,
    snoozedUntil: null,
    armedAt: 1,
  };
}

import type { AlertRule } from '../../alerts/rule.ts';
import { readFigures, type AlertSample } from '../../alerts/sample.ts';
import type { AlertState } from '../../alerts/state.ts';
import { alertReach, type Reach } from '../../storage/alert-reach.ts';
import { nextReach } from './near-level.ts';

interface Around {
  rules: readonly AlertRule[];
  states: Readonly<Record<string, AlertState>>;
  latest: AlertSample | null;
  /** Unix milliseconds. */
  now: number;
}

/** Keeps how near each feed is to its alerts' levels. */
export interface ReachKeeper {
  load: () => Promise<void>;
  follow: (feedId: string, around: Around) => void;
  /** Drops the other feeds. */
  keepOnly: (feedIds: readonly string[]) => void;
  /** Session items to be stored; none where nothing changed. */
  unsaved: () => Record<string, unknown>;
}

export function createReachKeeper(): ReachKeeper {
  let known: Record<string, Reach> = {};
  let isUnsaved = false;
  return {
    async load() {
      known = { ...(await alertReach.getValue()) };
    },
    follow(feedId, { latest, ...around }) {
      const before = known[feedId] ?? null;
      const after = nextReach(before, { ...around, figures: latest && readFigures(latest) });
      if (before && isSame(before, after)) return;
      known[feedId] = after;
      isUnsaved = true;
    },
    keepOnly(feedIds) {
      const kept = Object.entries(known).filter(([id]) => feedIds.includes(id));
      if (kept.length === Object.keys(known).length) return;
      known = Object.fromEntries(kept);
      isUnsaved = true;
    },
    unsaved() {
      if (!isUnsaved) return {};
      isUnsaved = false;
      return { [alertReach.key]: known };
    },
  };
}

function isSame(a: Reach, b: Reach): boolean {
  return a.points === b.points && a.isNear === b.isNear && a.until === b.until;
}

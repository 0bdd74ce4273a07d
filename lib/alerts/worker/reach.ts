import type { AlertRule } from '../model/rule.ts';
import { readFigures, type AlertSample } from '../model/sample.ts';
import type { AlertState } from '../model/state.ts';
import { alertReach, type Reach } from '../../storage/alert-reach.ts';
import { nextReach } from './near-level.ts';

interface FeedSituation {
  rules: readonly AlertRule[];
  states: Readonly<Record<string, AlertState>>;
  latest: AlertSample | null;
  /** Unix milliseconds. */
  now: number;
}

/** Tracks which feeds are near a level of one of their alerts. */
export interface ReachKeeper {
  load: () => Promise<void>;
  update: (feedId: string, situation: FeedSituation) => void;
  /** Discards every feed that is not listed. */
  retain: (feedIds: readonly string[]) => void;
  /** Session items to store; empty if nothing changed. */
  unsaved: () => Record<string, unknown>;
}

export function createReachKeeper(): ReachKeeper {
  let reaches: Record<string, Reach> = {};
  let isUnsaved = false;
  return {
    async load() {
      reaches = { ...(await alertReach.getValue()) };
    },
    update(feedId, { latest, ...situation }) {
      const before = reaches[feedId] ?? null;
      const after = nextReach(before, { ...situation, figures: latest && readFigures(latest) });
      if (before && isSame(before, after)) return;
      reaches[feedId] = after;
      isUnsaved = true;
    },
    retain(feedIds) {
      const retained = Object.entries(reaches).filter(([id]) => feedIds.includes(id));
      if (retained.length === Object.keys(reaches).length) return;
      reaches = Object.fromEntries(retained);
      isUnsaved = true;
    },
    unsaved() {
      if (!isUnsaved) return {};
      isUnsaved = false;
      return { [alertReach.key]: reaches };
    },
  };
}

function isSame(a: Reach, b: Reach): boolean {
  return a.points === b.points && a.isNear === b.isNear && a.until === b.until;
}

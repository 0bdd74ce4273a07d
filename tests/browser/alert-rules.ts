import type { Firing } from '../../lib/domain/alerts/model/firing.ts';
import { until } from '../tools/until.ts';
import { unversioned } from '../tools/unversioned.ts';
import type { Scene } from './scene.ts';

export const ALERT_COLOR = '#8f5300';

/** A stored alert: once, when the price crosses above the level. */
export function above(id: string, feedId: string, level: string) {
  return { id, feedId, trigger: { kind: 'crosses', direction: 'above', level }, armedAt: 1 };
}

interface StoredState {
  tracker: { seen?: string | null };
}

async function stateOf(
  scene: Scene,
  feedId: string,
  alertId: string,
): Promise<StoredState | undefined> {
  const stored = (await scene.browser.storageGet('session', `alerts:${feedId}`)) as
    | { states: Record<string, StoredState> }
    | undefined;
  return stored?.states[alertId];
}

/** Sends prices until the alert has seen one below its level. */
export async function armed(scene: Scene, feedId: string, alertId: string): Promise<void> {
  await until(
    async () => {
      scene.service.pushStream();
      return (await stateOf(scene, feedId, alertId))?.tracker.seen === 'below';
    },
    { what: `${alertId} to be armed` },
  );
}

export async function history(scene: Scene): Promise<Firing[]> {
  return unversioned(await scene.browser.storageGet('local', 'firings')) as Firing[];
}

/** The history, once it has `count` firings and all of them are delivered. */
export async function delivered(scene: Scene, count: number): Promise<Firing[] | false> {
  // A price that was sent while the stream reconnected is sent again.
  scene.service.pushStream();
  const firings = await history(scene);
  const isDone = firings.every(({ delivered: how }) => how !== 'pending');
  return firings.length === count && isDone && firings;
}

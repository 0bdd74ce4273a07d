import { markDelivered } from '../../alerts/firing-history.ts';
import type { Delivery, Firing } from '../../alerts/firing.ts';
import { firings, type AlertSettings } from '../../storage/alerts.ts';
import { deliveredLine } from './journal-lines.ts';
import { planDelivery, type Batch } from './delivery-plan.ts';
import type { Kept } from '../kept.ts';
import { firingsOf, isWaitingFor, parseTarget } from './notification-target.ts';
import { notificationOf, type Wording } from './notification-words.ts';
import type { Notifications } from './notifications.ts';

// The first firing is told at once; what follows within this time comes in one more notification.
const BURST_MS = 1_000;

/** Brings stored firings to the user. */
export interface AlertDelivery {
  /** Sees to all firings that wait. Any number of calls is fine. */
  look: () => Promise<void>;
}

interface DeliveryOptions {
  notifications: Notifications;
  alertSettings: Kept<AlertSettings>;
  /** What the texts are made with, when it is known. */
  loadWording: () => Promise<Wording>;
  /** For the journal. */
  record: (text: string) => void;
}

/**
 * Delivers from the history alone, so that a worker's death loses nothing: what is `pending` there
 * is told by the next worker. One that dies after it told, and before it noted so, leaves the
 * notification itself as its note.
 */
export function createAlertDelivery(options: DeliveryOptions): AlertDelivery {
  const { notifications, alertSettings, loadWording, record } = options;
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
  let isNoted = false;
  let sentAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): Promise<void> {
    isAskedAgain = true;
    looking ??= lookUntilQuiet().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function lookUntilQuiet(): Promise<void> {
    await alertSettings.loaded;
    while (isAskedAgain) {
      isAskedAgain = false;
      if (!isNoted) await noteShown();
      await deliver();
    }
  }

  /** Of an earlier worker, whose notifications are there and whose notes may not be. */
  async function noteShown(): Promise<void> {
    const history = await firings.getValue();
    const marks = new Map<string, Delivery>();
    if (history.some(({ delivered }) => delivered === 'pending' || delivered === 'held')) {
      for (const id of await notifications.shown()) {
        const target = parseTarget(id);
        if (!target) continue;
        for (const firing of firingsOf(target, history)) {
          if (isWaitingFor(target.batching, firing)) marks.set(firing.id, target.batching);
        }
      }
    }
    await note(marks);
    isNoted = true;
  }

  async function deliver(): Promise<void> {
    const now = Date.now();
    const { marks, batches } = planDelivery(await firings.getValue(), {
      settings: alertSettings.current,
      now,
      timeZone: Temporal.Now.timeZoneId(),
    });
    await note(marks);
    const [batch] = batches;
    if (!batch) return;
    const waitMs = sentAt + BURST_MS - now;
    if (waitMs > 0 && waitMs <= BURST_MS) {
      timer ??= setTimeout(() => {
        timer = undefined;
        void look();
      }, waitMs);
      return;
    }
    sentAt = now;
    await send(batch);
    isAskedAgain ||= batches.length > 1;
  }

  async function send(batch: Batch): Promise<void> {
    const text = notificationOf(batch, await loadWording());
    isNoted = false;
    const isShown = await notifications.show(text);
    await note(new Map(batch.firings.map((firing) => [firing.id, toldHow(firing)])));
    isNoted = true;

    function toldHow({ missed }: Firing): Delivery {
      if (isShown) return batch.batching;
      // What was missed is not on the badge.
      return missed ? 'unreported' : 'badge';
    }
  }

  async function note(marks: ReadonlyMap<string, Delivery>): Promise<void> {
    if (marks.size === 0) return;
    const groups = Map.groupBy(marks, ([, delivered]) => delivered);
    await firings.update((history) => {
      let marked: Firing[] = history;
      for (const [delivered, group] of groups) {
        marked = markDelivered(marked, new Set(group.map(([id]) => id)), delivered);
      }
      return marked;
    });
    for (const [delivered, { length }] of groups) record(deliveredLine(delivered, length));
  }

  return { look };
}

import { markDelivered } from '../store/firing-history.ts';
import type { Delivery, Firing } from '../model/firing.ts';
import { firings, type AlertSettings } from '../../storage/alerts.ts';
import { deliveredLine } from '../text/journal-lines.ts';
import { planDelivery } from './delivery-plan.ts';
import type { Kept } from '../../background/kept.ts';
import { firingsOf, isWaitingFor, parseTarget, type Batch } from '../model/notification-target.ts';
import { notificationOf, type Wording } from '../text/notification-words.ts';
import type { Notifications } from './notifications.ts';

// The first firing is notified at once. Those within this time after it share one notification.
const BURST_MS = 1_000;

/** Delivers stored firings to the user. */
export interface AlertDelivery {
  /** Delivers all pending firings. May be called any number of times. */
  deliverPending: () => Promise<void>;
}

interface DeliveryOptions {
  notifications: Notifications;
  alertSettings: Kept<AlertSettings>;
  /** Resolves with what the notification texts need. */
  loadWording: () => Promise<Wording>;
  /** Adds a line to the journal. */
  record: (text: string) => void;
}

/**
 * Delivers from the stored history only, so that no firing is lost if the worker dies: the next
 * worker delivers whatever is still `pending`. If a worker dies after showing a notification but
 * before storing that, the visible notification is the proof that it was delivered.
 */
export function createAlertDelivery(options: DeliveryOptions): AlertDelivery {
  const { notifications, alertSettings, loadWording, record } = options;
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let areShownRecorded = false;
  let sentAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function deliverPending(): Promise<void> {
    isAskedAgain = true;
    running ??= deliverUntilDone().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function deliverUntilDone(): Promise<void> {
    await alertSettings.loaded;
    while (isAskedAgain) {
      isAskedAgain = false;
      if (!areShownRecorded) await recordShown();
      await deliverOnce();
    }
  }

  /** Marks the firings whose notifications an earlier worker showed but may not have recorded. */
  async function recordShown(): Promise<void> {
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
    await storeMarks(marks);
    areShownRecorded = true;
  }

  async function deliverOnce(): Promise<void> {
    const now = Date.now();
    const { marks, batches } = planDelivery(await firings.getValue(), {
      settings: alertSettings.current,
      now,
      timeZone: Temporal.Now.timeZoneId(),
    });
    await storeMarks(marks);
    const [batch] = batches;
    if (!batch) return;
    const waitMs = sentAt + BURST_MS - now;
    if (waitMs > 0 && waitMs <= BURST_MS) {
      timer ??= setTimeout(() => {
        timer = undefined;
        void deliverPending();
      }, waitMs);
      return;
    }
    sentAt = now;
    await send(batch);
    isAskedAgain ||= batches.length > 1;
  }

  async function send(batch: Batch): Promise<void> {
    const text = notificationOf(batch, await loadWording());
    areShownRecorded = false;
    const isShown = await notifications.show(text);
    await storeMarks(new Map(batch.firings.map((firing) => [firing.id, deliveryOf(firing)])));
    areShownRecorded = true;

    function deliveryOf({ missed }: Firing): Delivery {
      if (isShown) return batch.batching;
      // Missed firings are not shown on the badge.
      return missed ? 'unreported' : 'badge';
    }
  }

  async function storeMarks(marks: ReadonlyMap<string, Delivery>): Promise<void> {
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

  return { deliverPending };
}

import type { Cached } from '../cached.ts';
import { firings, type AlertSettings } from '../../storage/values/alerts.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Delivery, Firing } from '../../domain/alerts/model/firing.ts';
import {
  firingsOf,
  parseTarget,
  type Batch,
} from '../../domain/alerts/model/notification-target.ts';
import { markDelivered } from '../../domain/alerts/model/firing-history.ts';
import { notificationOf, type Wording } from '../../domain/alerts/text/notification-words.ts';
import { planDelivery } from './delivery-plan.ts';
import type { Notifications } from './notifications.ts';

// The first firing is notified at once. Later ones within this time share one notification.
const BURST_MS = 1_000;
/** Firings within this time share one notification, which replaces the one of the first firing. */
const TOGETHER_MS = 2_000;

type Marks = ReadonlyMap<string, Delivery>;

interface DeliveryOptions {
  notifications: Notifications;
  alertSettings: Cached<AlertSettings>;
  /** Whether alerts are looking into an absence and may find more firings. */
  isLookingBack: () => boolean;
  loadWording: () => Promise<Wording>;
}

/**
 * The returned function delivers all pending firings and may be called at any time. It delivers
 * from the stored history only, so no firing is lost if the worker dies. If the worker died before
 * storing a delivery, the visible notification is the proof of it.
 */
export function createDelivery(options: DeliveryOptions): () => Promise<void> {
  const { notifications, alertSettings, isLookingBack, loadWording } = options;
  let areShownRecorded = false;
  let sentAt = 0;
  let last: { id: string; batch: Batch } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const deliverPending = coalesce(async () => {
    await alertSettings.loaded;
    if (!areShownRecorded) await storeMarks(await shownMarks(notifications));
    areShownRecorded = true;
    await deliverOnce();
  });

  async function deliverOnce(): Promise<void> {
    const now = Date.now();
    const history = await firings.getValue();
    const { silent, batches } = planDelivery(history, {
      settings: alertSettings.current,
      isLookingBack: isLookingBack(),
      now,
      timeZone: Temporal.Now.timeZoneId(),
    });
    await storeMarks(marksOf(silent, 'silent'));
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
    await send(batch, withEarlier(batch, last?.batch, history));
    if (batches.length > 1) void deliverPending();
  }

  /** @param whole `news` plus the firings of the last notification, if this one replaces it */
  async function send(news: Batch, whole: Batch): Promise<void> {
    const wording = await loadWording();
    const text = notificationOf(whole, wording);
    areShownRecorded = false;
    const earlier = whole === news ? null : last;
    const isShown = await notifications.show(
      text,
      earlier ? { id: earlier.id, news: notificationOf(news, wording) } : undefined,
    );
    const ids = whole.firings.map(({ id }) => id);
    await storeMarks(marksOf(ids, isShown ? 'notified' : 'silent'));
    last = isShown ? { id: text.id, batch: whole } : null;
    areShownRecorded = true;
  }

  return deliverPending;
}

function isOfNow({ batching }: Batch): boolean {
  return batching === 'notification' || batching === 'merged';
}

/** Adds the unseen firings of the last notification if they happened at about the same time. */
function withEarlier(batch: Batch, earlier: Batch | undefined, history: readonly Firing[]): Batch {
  const shown = new Set(earlier?.firings.map(({ id }) => id));
  const unseen = history.filter(({ id, seenAt }) => shown.has(id) && seenAt === null);
  const [first] = unseen;
  if (!earlier || !first || !isOfNow(batch) || !isOfNow(earlier)) return batch;
  const isTogether = batch.firings.every(({ at }) => Math.abs(at - first.at) <= TOGETHER_MS);
  return isTogether ? { batching: 'merged', firings: [...unseen, ...batch.firings] } : batch;
}

/** Firings whose notifications an earlier worker showed but may not have recorded. */
async function shownMarks(notifications: Notifications): Promise<Marks> {
  const history = await firings.getValue();
  if (!history.some(isPending)) return new Map();
  const targets = (await notifications.shown()).flatMap((id) => parseTarget(id) ?? []);
  const shown = targets.flatMap((target) => firingsOf(target, history).filter(isPending));
  return marksOf(
    shown.map(({ id }) => id),
    'notified',
  );
}

function isPending({ delivered }: Firing): boolean {
  return delivered === 'pending';
}

function marksOf(ids: readonly string[], delivered: Delivery): Marks {
  return new Map(ids.map((id) => [id, delivered]));
}

async function storeMarks(marks: Marks): Promise<void> {
  if (marks.size > 0) await firings.update((history) => markDelivered(history, marks));
}

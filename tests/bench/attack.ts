import {
  longPathsWithWrongEnd,
  manyUnprovenMessages,
  stakeCapsInPriceUpdate,
} from '../price-service/hostile-updates.ts';
import type { PriceService } from '../price-service/server.ts';
import { until } from '../tools/until.ts';

const EVENTS_PER_SECOND = 5;

/** The client drops a stream that sends a longer event, which would then never be verified. */
const MAX_EVENT_LENGTH = 8 * 2 ** 20;

/** Makes a service send hostile updates between its good ones. */
export interface Attack {
  /** Runs `work` while hostile updates arrive. */
  during: <T>(work: () => Promise<T>) => Promise<T>;
  /** Hostile events sent so far. */
  readonly sent: number;
}

/** @param ids the feeds that each hostile update prices, so that the popup has work too */
export function createAttack(service: PriceService, ids: readonly string[]): Attack {
  const events = hostileEvents(ids);
  let sent = 0;

  function sendNext(): void {
    service.pushEvent(events[sent % events.length] ?? '');
    sent += 1;
  }

  return {
    get sent() {
      return sent;
    },
    async during(work) {
      const before = sent;
      const timer = setInterval(sendNext, 1_000 / EVENTS_PER_SECOND);
      try {
        await until(() => sent - before >= events.length, { what: 'every kind of hostile update' });
        return await work();
      } finally {
        clearInterval(timer);
      }
    },
  };
}

/** One stream event of each hostile kind; each also contains a price for these feeds. */
export function hostileEvents(ids: readonly string[]): string[] {
  const parsed = ids.map(unsignedPriceOf);
  return [manyUnprovenMessages, longPathsWithWrongEnd, stakeCapsInPriceUpdate].map((make) => {
    const { encoding, data } = make();
    const toEvent = (blobs: readonly string[]) =>
      JSON.stringify({ binary: { encoding, data: blobs }, parsed });
    const event = toEvent(data);
    return event.length <= MAX_EVENT_LENGTH ? event : toEvent(data.slice(0, -1));
  });
}

function unsignedPriceOf(id: string) {
  const price = { price: '1', conf: '1', expo: 0, publish_time: Math.floor(Date.now() / 1_000) };
  return { id, price, ema_price: price, metadata: {} };
}

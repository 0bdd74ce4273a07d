import {
  longPathsWithWrongEnd,
  manyUnprovenMessages,
  stakeCapsInPriceUpdate,
} from '../price-service/hostile-updates.ts';
import type { PriceService } from '../price-service/server.ts';
import { until } from '../tools/until.ts';

const EVENTS_A_SECOND = 5;

/** The client drops a stream whose event is longer: it would never be judged. */
const LONGEST_EVENT = 8 * 2 ** 20;

/** A service that sends hostile updates between its good ones. */
export interface Attack {
  /** Does something while hostile updates come. */
  during: <T>(work: () => Promise<T>) => Promise<T>;
  /** Hostile events sent so far. */
  readonly sent: number;
}

/** @param ids the feeds for which each hostile update names a price, so that the popup has work too */
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
      const timer = setInterval(sendNext, 1_000 / EVENTS_A_SECOND);
      try {
        await until(() => sent - before >= events.length, { what: 'each kind of hostile update' });
        return await work();
      } finally {
        clearInterval(timer);
      }
    },
  };
}

/** Stream events of each kind, which also name a price for these feeds. */
export function hostileEvents(ids: readonly string[]): string[] {
  const parsed = ids.map(pricedAnyhow);
  return [manyUnprovenMessages, longPathsWithWrongEnd, stakeCapsInPriceUpdate].map((make) => {
    const { encoding, data } = make();
    const toEvent = (blobs: readonly string[]) =>
      JSON.stringify({ binary: { encoding, data: blobs }, parsed });
    const event = toEvent(data);
    return event.length <= LONGEST_EVENT ? event : toEvent(data.slice(0, -1));
  });
}

function pricedAnyhow(id: string) {
  const figure = { price: '1', conf: '1', expo: 0, publish_time: Math.floor(Date.now() / 1_000) };
  return { id, price: figure, ema_price: figure, metadata: {} };
}

import { isPlausible, type Moment } from '../../../domain/prices/newer.ts';
import type { AlertPrice } from '../../../domain/alerts/model/price.ts';
import { toSignedBytes, type SignedBytes } from '../../../domain/signed-updates/signed-bytes.ts';
import { HttpStatusError } from '../../../price-service/index.ts';
import type { FeedId, UnixSeconds } from '../../../base/units.ts';
import type { Service } from '../../connection/service.ts';
import type { Judge } from '../../intake/judge.ts';

/** For all absences of one run together. */
const MAX_PROBES = 24;
// The rest of the rate limit is reserved for current prices.
const SPARE = { sentAtMost: 8, pauseMs: 0 };

interface Probing {
  service: () => Service | null;
  judge: Judge;
  signal: AbortSignal;
}

/** Asks for signed prices of the past, at most 24 in all. */
export function createProbes({ service, judge, signal }: Probing) {
  let left = MAX_PROBES;
  const known = new Map<string, AlertPrice | null>();
  const signed = new Map<string, SignedBytes>();

  async function ask(id: FeedId, time: UnixSeconds): Promise<AlertPrice | null> {
    const used = service();
    if (left === 0 || !used || signal.aborted) return null;
    left -= 1;
    const update = await used.client
      .getPriceUpdatesAtTimestamp(time, [id], {
        encoding: 'base64',
        parsed: true,
        ...used.whenSpare(SPARE),
        signal,
      })
      .catch((error: unknown) => {
        // After a 404, another time may have a price. After any other failure, stop asking.
        if (!(error instanceof HttpStatusError && error.status === 404)) left = 0;
        return null;
      });
    if (!update) return null;
    // Always checks signatures.
    const judged = await judge.verifyUpdate(update, 'show', { isPast: true }).catch(() => []);
    const found = judged.find((each) => each.id === id);
    if (!found?.price || !found.evidence || found.failure) return null;
    const { price, evidence } = found;
    if (!isPlausible(price, Date.now()) || price.publishTime < time) return null;
    const bytes = toSignedBytes(evidence.signed, evidence.binary);
    if (bytes) signed.set(nameOf(id, price), bytes);
    return { ...price, marketOpen: true, stale: false, isVerified: true };
  }

  return {
    /** The first signed price of a feed at or after a time; `null` if none was found. */
    async at(id: FeedId, time: UnixSeconds): Promise<AlertPrice | null> {
      const key = `${id} ${time}`;
      const price = known.has(key) ? (known.get(key) ?? null) : await ask(id, time);
      known.set(key, price);
      return price;
    },
    /** The signed bytes of a price that `at` returned. */
    bytesOf: (id: FeedId, price: Moment): SignedBytes | null =>
      signed.get(nameOf(id, price)) ?? null,
  };
}

function nameOf(id: FeedId, { publishTime, slot }: Moment): string {
  return `${id} ${publishTime} ${slot}`;
}

export type SignedProbes = ReturnType<typeof createProbes>;

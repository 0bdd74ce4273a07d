import { leanStream } from '../../storage/values/connection-memory.ts';
import { isProven } from '../../domain/prices/stored-price.ts';
import type { JudgedPrice } from './judge.ts';

// Afterward, or with other settings, the service is judged again.
const REFUTED_FOR_MS = 60 * 60_000;

export type LeanGate = ReturnType<typeof createLeanGate>;

/**
 * Decides whether the stream may be lean: signed bytes without the parsed part, less than half the
 * size. This requires all of the service's prices to be verified. Polls keep the parsed part, the
 * only source of prices that cannot be verified.
 */
export function createLeanGate(onChange: () => void) {
  let known = leanStream.fallback;
  let isChanged = false;
  const loaded = leanStream.getValue().then((stored) => {
    if (!isChanged) known = stored;
  });
  const save = async (next: typeof known): Promise<void> => {
    known = next;
    isChanged = true;
    await leanStream.setValue(next);
  };
  return {
    loaded,
    /** Closed until `loaded`. */
    get isOpen() {
      return known.state === 'proven';
    },
    /** Starts over for another service, signers or setting. */
    reset: () => save(leanStream.fallback),
    /** @param isLean whether the update had no parsed part */
    async observe(judged: readonly JudgedPrice[], isLean = false): Promise<void> {
      // The signed bytes contain no readable price. A parsed part would.
      const isUnreadable = isLean && judged.length === 0;
      const isVerified = judged.every(
        ({ price, failure }) => isProven(price) && failure === undefined,
      );
      await loaded;
      const { state, at } = known;
      const next = isVerified && !isUnreadable ? 'proven' : 'refuted';
      const now = Date.now();
      const isHeld = state === 'refuted' && now >= at && now - at < REFUTED_FOR_MS;
      if ((judged.length === 0 && !isUnreadable) || state === next || isHeld) return;
      await save({ state: next, at: now });
      onChange();
    },
  };
}

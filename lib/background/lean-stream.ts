import { leanStream } from '../storage/connection.ts';
import { isProven } from '../storage/prices.ts';
import type { JudgedItem } from './judge.ts';

// The service gets another chance after this, or with other settings.
const REFUTED_FOR_MS = 60 * 60_000;

/**
 * Whether the stream may come lean: without its parsed part, read from the signed bytes alone, at
 * less than half the size. Only from a service all of whose figures verify, those of its polls
 * included, which keep their parsed part: where something does not, the parsed part says more.
 */
export interface LeanGate {
  isOpen: () => Promise<boolean>;
  /** Takes what became of an update; `isLean`: it came without its parsed part. */
  heed: (judged: readonly JudgedItem[], isLean?: boolean) => Promise<void>;
  /** Another service, other signers or another setting: what is known says nothing. */
  forget: () => Promise<void>;
}

/** @param onChange called when the stream should come in the other form */
export function createLeanGate(onChange: () => void): LeanGate {
  let known: typeof leanStream.fallback | undefined;

  const load = async () => (known ??= await leanStream.getValue());
  const save = async (next: typeof leanStream.fallback): Promise<void> => {
    known = next;
    await leanStream.setValue(next);
  };
  return {
    isOpen: async () => (await load()).state === 'proven',
    forget: () => save(leanStream.fallback),
    heed: async (judged, isLean = false) => {
      // Signed bytes that hold no figure that could be read: a parsed part would.
      const isUnreadable = isLean && judged.length === 0;
      const isVerified = judged.every(
        ({ proof, failure }) => isProven({ proof }) && failure === undefined,
      );
      const { state, at } = await load();
      const next = isVerified && !isUnreadable ? 'proven' : 'refuted';
      const now = Date.now();
      const isHeld = state === 'refuted' && now >= at && now - at < REFUTED_FOR_MS;
      if ((judged.length === 0 && !isUnreadable) || state === next || isHeld) return;
      await save({ state: next, at: now });
      onChange();
    },
  };
}

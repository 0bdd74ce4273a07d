import { useEffect, useRef, type RefObject } from 'react';
import { inLaterFrame } from '../../shared/hooks/later-frame.ts';
import { motion } from '../../shared/motion.ts';

// Only the opacity of a pseudo-element changes, so that the compositor runs the animation without
// the main thread.
const FADE = { opacity: [1, 0] };
const FADE_MS = 500;

/** A price that changes more often is not marked more often. */
const MARK_EVERY_MS = 1_000;

const changed = new Set<Element>();

/**
 * Briefly tints the element of the returned ref when one of a price's bright digits changes while it
 * is in view, at most once a second.
 *
 * @param bright the digits that are not dimmed; `null`: changes are not marked
 */
export function useChangeMark(
  bright: string | null,
  isInView: () => boolean,
): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(bright);
  const markedAtMs = useRef(-Infinity);
  useEffect(() => {
    const isChange = before.current !== null && bright !== null && before.current !== bright;
    before.current = bright;
    const nowMs = performance.now();
    if (!isChange || nowMs < markedAtMs.current + MARK_EVERY_MS) return;
    if (!ref.current || !isInView()) return;
    markedAtMs.current = nowMs;
    markInLaterFrame(ref.current);
  }, [bright, isInView]);
  return ref;
}

// Starting 20 rows' animations takes longer than painting their prices, so show the prices first.
function markInLaterFrame(element: Element): void {
  if (changed.size === 0) inLaterFrame(markAll);
  changed.add(element);
}

function markAll(): void {
  const timing = motion('--moderate');
  if (timing) {
    const options = { ...timing, duration: FADE_MS, pseudoElement: '::before' };
    for (const element of changed) element.animate(FADE, options);
  }
  changed.clear();
}

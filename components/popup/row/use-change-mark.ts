import { useEffect, useRef, type RefObject } from 'react';
import { inLaterFrame } from '../../shared/hooks/later-frame.ts';
import { motion } from '../../shared/motion.ts';

// Only the opacity of a pseudo-element changes, so that the compositor runs the animation without
// the main thread. It is shorter than the 400 ms between two stream updates: during an animation,
// the browser paints only every 60th of a second, which would delay a new price.
const FADE = { opacity: [0.6, 0] };

const changed = new Set<Element>();

/**
 * Briefly marks the element of the returned ref after each change of a price that is in view.
 *
 * @param changes how many times the price has changed; `undefined`: there is none
 */
export function useChangeMark(
  changes: number | undefined,
  isInView: () => boolean,
): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(changes);
  useEffect(() => {
    const isChange = before.current !== undefined && before.current !== changes;
    before.current = changes;
    if (isChange && ref.current && isInView()) markInLaterFrame(ref.current);
  }, [changes, isInView]);
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
    for (const element of changed) element.animate(FADE, { ...timing, pseudoElement: '::before' });
  }
  changed.clear();
}

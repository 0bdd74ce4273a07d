import { useEffect, useRef, type RefObject } from 'react';
import { compareDecimals, distanceBetween } from '@/lib/domain/prices/arithmetic.ts';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import { inLaterFrame } from '../../shared/hooks/later-frame.ts';
import { motion } from '../../shared/motion.ts';

// Only the opacity of a pseudo-element changes, so that the compositor runs the animation without
// the main thread.
const FADE = { opacity: [1, 0] };
const FADE_MS = 500;

/** A price that changes more often is not marked more often. */
const MARK_EVERY_MS = 1_000;

const NO_CONFIDENCE: Decimal = { mantissa: 0n, expo: 0 };

const changed = new Set<Element>();

interface ShownPrice {
  price: Decimal;
  confidence: Decimal | null;
  /** The digits that are not dimmed. */
  bright: string;
}

/**
 * Briefly tints the element of the returned ref when its price, while in view, has moved from where
 * it was last marked: at most once a second.
 *
 * @param shown `null`: changes are not marked
 */
export function useChangeMark(
  shown: ShownPrice | null,
  isInView: () => boolean,
): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const from = useRef<ShownPrice>(null);
  const markedAtMs = useRef(-Infinity);
  useEffect(() => {
    if (!from.current || !shown || !isInView()) {
      from.current = shown;
      return;
    }
    const nowMs = performance.now();
    if (!hasMoved(from.current, shown) || nowMs < markedAtMs.current + MARK_EVERY_MS) return;
    from.current = shown;
    markedAtMs.current = nowMs;
    if (ref.current) markInLaterFrame(ref.current);
  });
  return ref;
}

/**
 * Whether a bright digit has changed and the price has moved by more than its confidence. In a list
 * of ten live prices, some bright digit changes in most updates, by a fraction of the confidence.
 */
function hasMoved(from: ShownPrice, { price, confidence, bright }: ShownPrice): boolean {
  const distance = distanceBetween(price, from.price);
  return bright !== from.bright && compareDecimals(distance, confidence ?? NO_CONFIDENCE) > 0;
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

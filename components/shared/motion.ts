/** How something moves, as options of `Element.animate`. */
export interface Motion {
  /** In milliseconds. */
  duration: number;
  easing: string;
}

/** A duration of assets/tokens.css with the easing there; `null` if the user wants less motion. */
export function motion(token: '--fast' | '--moderate'): Motion | null {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return null;
  const style = getComputedStyle(document.documentElement);
  return {
    duration: milliseconds(style.getPropertyValue(token)),
    easing: style.getPropertyValue('--ease-out').trim() || 'linear',
  };
}

/** Reads `120ms` or, as builds shorten it, `.12s`. */
function milliseconds(text: string): number {
  const value = Number.parseFloat(text) || 0;
  return text.trim().endsWith('ms') ? value : value * 1_000;
}

/**
 * Ends what moves when the page is hidden, and what began to move meanwhile when it is shown again.
 * Chromium never ends an animation that it had not begun to paint when the page was hidden, so that
 * a row that was just put down would float above the list for good.
 */
export function endMotionWithVisibility(): void {
  document.addEventListener('visibilitychange', () => {
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    }
  });
}

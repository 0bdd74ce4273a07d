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
 * Finishes all animations whenever the page is hidden or shown again. Chromium never finishes one
 * that it had not started to paint before the page was hidden: a row dropped at that moment would
 * stay above the list and not react to clicks.
 */
export function finishMotionWhenHidden(): void {
  document.addEventListener('visibilitychange', () => {
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    }
  });
}

/** Options of `Element.animate`. */
interface Motion {
  /** Milliseconds. */
  duration: number;
  easing: string;
}

/** Duration and easing from assets/tokens.css; `null` if the user wants less motion. */
export function motion(token: '--fast' | '--moderate'): Motion | null {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return null;
  const style = getComputedStyle(document.documentElement);
  return {
    duration: milliseconds(style.getPropertyValue(token)),
    easing: style.getPropertyValue('--ease-out').trim() || 'linear',
  };
}

/** Parses `120ms` or, as builds shorten it, `.12s`. */
function milliseconds(text: string): number {
  const value = Number.parseFloat(text) || 0;
  return text.trim().endsWith('ms') ? value : value * 1_000;
}

/**
 * Finishes animations when the page is hidden or shown. Chromium never finishes an animation that
 * it had not started to paint: a dropped row would stay above the list and ignore clicks.
 */
export function finishMotionWhenHidden(): void {
  document.addEventListener('visibilitychange', () => {
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    }
  });
}

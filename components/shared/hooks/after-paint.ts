import { startTransition, useEffect, useState } from 'react';

let isPagePainted = false;

/** Whether the first paint is done. Parts that it does not need render later. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(isPagePainted);
  useEffect(
    () =>
      afterFrame(() => {
        isPagePainted = true;
        // For styles: from now on, new elements may be animated.
        document.documentElement.dataset['painted'] = '';
        // React renders a transition in small slices.
        startTransition(() => setPainted(true));
      }),
    [],
  );
  return isPainted;
}

const LONGEST_WAIT = { timeout: 100 };

/**
 * Calls back when the next frame is painted and nothing else waits; returns a function that cancels
 * it.
 */
export function afterFrame(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle: number | undefined;
  // A hidden page paints no frames.
  if (document.hidden) timer = setTimeout(callback);
  const frame = requestAnimationFrame(() => {
    idle = requestIdleCallback(callback, LONGEST_WAIT);
  });
  return () => {
    cancelAnimationFrame(frame);
    if (idle !== undefined) cancelIdleCallback(idle);
    clearTimeout(timer);
  };
}

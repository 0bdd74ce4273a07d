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

/** Calls back after the next painted frame; returns a function that cancels it. */
export function afterFrame(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = (): void => {
    timer = setTimeout(callback);
  };
  // A hidden page paints no frames.
  if (document.hidden) schedule();
  const frame = requestAnimationFrame(schedule);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

import { startTransition, useEffect, useState } from 'react';

let isPagePainted = false;

/** What the first paint does not need renders later. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(isPagePainted);
  useEffect(
    () =>
      afterFrame(() => {
        isPagePainted = true;
        // For styles: from now on, what enters the page may move.
        document.documentElement.dataset['painted'] = '';
        // A transition renders in small slices.
        startTransition(() => setPainted(true));
      }),
    [],
  );
  return isPainted;
}

/** After the next painted frame; returns a function that cancels it. */
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

import { startTransition, useEffect, useState } from 'react';

let isPagePainted = false;

/** Whether the page's first picture is on the screen: what it can do without comes after it. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(isPagePainted);
  useEffect(
    () =>
      afterFrame(() => {
        isPagePainted = true;
        // In small pieces, between which the page stays quick.
        startTransition(() => setPainted(true));
      }),
    [],
  );
  return isPainted;
}

/** Calls back once the next frame was drawn; returns how to call it off. */
function afterFrame(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    timer = setTimeout(callback);
  };
  // A page behind another one draws no frames.
  if (document.hidden) wait();
  const frame = requestAnimationFrame(wait);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

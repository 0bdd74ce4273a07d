import { startTransition, useEffect, useState } from 'react';
import { afterFrame } from './after-frame.ts';

let isPagePainted = false;

/** Whether the first paint is on screen. Everything the first paint does not need renders later. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(isPagePainted);
  useEffect(
    () =>
      afterFrame(() => {
        isPagePainted = true;
        // A transition renders in small slices, so the page stays responsive.
        startTransition(() => setPainted(true));
      }),
    [],
  );
  return isPainted;
}

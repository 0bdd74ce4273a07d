import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

// At most as high as a row, so that not every scrolled pixel renders the list again.
const STEP = 32;

/**
 * The part of a scrolled element that is in view, in pixels: its start is a multiple of a step. So a
 * long list renders only rows near it. The element must not be taller than the window.
 */
export function useScrolledPart(elementId: string): { top: number; bottom: number } {
  const [top, setTop] = useState(0);
  const [windowHeight, setWindowHeight] = useState(innerHeight);
  useLayoutEffect(() => {
    const scroller = document.getElementById(elementId);
    if (!scroller) return undefined;
    const isOver = new AbortController();
    const { signal } = isOver;
    const follow = (): void => {
      const now = Math.floor(scroller.scrollTop / STEP) * STEP;
      // In the same frame: rows that come later would leave a gap.
      flushSync(() => setTop(now));
    };
    scroller.addEventListener('scroll', follow, { signal });
    addEventListener('resize', () => setWindowHeight(innerHeight), { signal });
    return () => isOver.abort();
  }, [elementId]);
  return { top, bottom: top + STEP + windowHeight };
}

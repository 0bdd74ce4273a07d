import { useSyncExternalStore } from 'react';

/** From this width in pixels on, a view is displayed beside the list. */
const WIDE = '(min-width: 720px)';

/** Whether the window has room for the list and a view side by side. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWide);
}

function isWide(): boolean {
  return matchMedia(WIDE).matches;
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

import { useSyncExternalStore } from 'react';

// Window widths for a view beside the list, and columns in it.
const wide = mediaStore('(min-width: 720px)');
const withColumns = mediaStore('(min-width: 960px)');

/** For the list and a view side by side. */
export function useIsWide(): boolean {
  return useSyncExternalStore(wide.subscribe, wide.matches);
}

/** For columns as well. */
export function useHasColumns(): boolean {
  return useSyncExternalStore(withColumns.subscribe, withColumns.matches);
}

/** Stable functions: React subscribes again to new ones. */
function mediaStore(media: string) {
  return {
    matches: () => matchMedia(media).matches,
    subscribe: (onChange: () => void) => {
      const query = matchMedia(media);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
  };
}

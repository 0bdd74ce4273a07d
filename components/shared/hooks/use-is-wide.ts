import { useSyncExternalStore } from 'react';

// Minimum widths for a view beside the list, and for columns in the list.
const wide = mediaStore('(min-width: 720px)');
const withColumns = mediaStore('(min-width: 960px)');

/** Whether the list and a view fit side by side. */
export function useIsWide(): boolean {
  return useSyncExternalStore(wide.subscribe, wide.matches);
}

/** Whether columns fit as well. */
export function useHasColumns(): boolean {
  return useSyncExternalStore(withColumns.subscribe, withColumns.matches);
}

/** The functions are stable: React would resubscribe to new ones. */
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

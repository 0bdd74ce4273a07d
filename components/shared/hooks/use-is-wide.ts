import { useSyncExternalStore } from 'react';

// From these widths of the window on: a view beside the list, columns in the list.
const wide = mediaStore('(min-width: 720px)');
const withColumns = mediaStore('(min-width: 960px)');

/** Whether the window has room for the list and a view side by side. */
export function useIsWide(): boolean {
  return useSyncExternalStore(wide.subscribe, wide.matches);
}

/** Whether the list has room for columns as well. */
export function hasRoomForColumns(): boolean {
  return withColumns.matches();
}

/** The same, over time. */
export function useHasColumns(): boolean {
  return useSyncExternalStore(withColumns.subscribe, withColumns.matches);
}

/** Functions that stay the same, because React subscribes again to a new one at each render. */
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

import { useSyncExternalStore } from 'react';

/** From these widths of the window in pixels on: a view beside the list, columns in the list. */
const WIDE = '(min-width: 720px)';
const WITH_COLUMNS = '(min-width: 960px)';

/** Whether the window has room for the list and a view side by side. */
export function useIsWide(): boolean {
  return useMedia(WIDE);
}

/** Whether the list has room for columns as well. */
export function useHasColumns(): boolean {
  return useMedia(WITH_COLUMNS);
}

function useMedia(media: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(media);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(media).matches,
  );
}

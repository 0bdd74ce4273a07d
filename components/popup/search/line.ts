import type { MouseEvent } from 'react';

export const LIST_ID = 'search-results';

/** What each line of the list has in common. */
export type Line = ReturnType<typeof lineAt>;

/** @param count of all lines: the document contains only those in view */
export function lineAt(at: number, count: number, active: number) {
  return {
    id: lineId(at),
    'aria-posinset': at + 1,
    'aria-setsize': count,
    'data-active': at === active || undefined,
    // The search field handles the keys, so a press must not move the focus.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  };
}

export function lineId(at: number): string {
  return `${LIST_ID}-${at}`;
}

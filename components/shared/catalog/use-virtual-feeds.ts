import {
  defaultRangeExtractor,
  observeElementRect,
  useVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { useCallback } from 'react';

interface VirtualFeeds {
  count: number;
  scroller: { readonly current: HTMLElement | null };
  rowHeight: number;
  /** The row that stays in the document even out of view; -1: none. */
  keptIndex?: number;
}

const OVERSCAN_ROWS = 8;
const INITIAL_RECT = { width: 380, height: 520 };

/** Renders only the rows near the view, so thousands of rows scroll as smoothly as ten. */
export function useVirtualFeeds(options: VirtualFeeds): Virtualizer<HTMLElement, HTMLElement> {
  const { count, scroller, rowHeight, keptIndex = -1 } = options;
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      const isIncluded = keptIndex < 0 || keptIndex >= range.count || shown.includes(keptIndex);
      return isIncluded ? shown : [...shown, keptIndex].toSorted((a, b) => a - b);
    },
    [keptIndex],
  );
  // oxlint-disable-next-line react/incompatible-library -- no memoized code uses the result
  return useVirtualizer({
    count,
    rangeExtractor,
    overscan: OVERSCAN_ROWS,
    initialRect: INITIAL_RECT,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    // Used only by lists that measure their rows. A hidden row has no height.
    measureElement: (element) => element.offsetHeight || rowHeight,
    observeElementRect: observeShownRect,
  });
}

/** Ignores a hidden list's zero height, so that it looks the same when shown again. */
const observeShownRect: typeof observeElementRect = (virtualizer, onRect) =>
  observeElementRect(virtualizer, (rect) => {
    if (rect.height > 0) onRect(rect);
  });

import {
  defaultRangeExtractor,
  observeElementRect,
  useVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { useCallback, type RefObject } from 'react';

interface VirtualFeeds {
  count: number;
  scroller: RefObject<HTMLElement | null>;
  rowHeight: number;
  /** A row that is in the document wherever it stands; -1: none. */
  keptIndex?: number;
}

const AHEAD = 8;
const FIRST_RECT = { width: 380, height: 520 };

/** Draws only the rows that are in sight: thousands scroll like ten. */
export function useVirtualFeeds(options: VirtualFeeds): Virtualizer<HTMLElement, HTMLElement> {
  const { count, scroller, rowHeight, keptIndex = -1 } = options;
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      const isThere = keptIndex < 0 || keptIndex >= range.count || shown.includes(keptIndex);
      return isThere ? shown : [...shown, keptIndex].toSorted((a, b) => a - b);
    },
    [keptIndex],
  );
  // oxlint-disable-next-line react/incompatible-library -- nothing memoized takes what it returns
  return useVirtualizer({
    count,
    rangeExtractor,
    overscan: AHEAD,
    initialRect: FIRST_RECT,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    // Only where rows are measured; one that is hidden has no height of its own.
    measureElement: (element) => element.offsetHeight || rowHeight,
    observeElementRect: observeShownRect,
  });
}

/** A list that is hidden has no height, but will be shown again as it was. */
const observeShownRect: typeof observeElementRect = (virtualizer, onRect) =>
  observeElementRect(virtualizer, (rect) => {
    if (rect.height > 0) onRect(rect);
  });

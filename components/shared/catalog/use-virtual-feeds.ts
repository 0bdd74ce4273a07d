import {
  defaultRangeExtractor,
  observeElementRect,
  useVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { useCallback, useMemo } from 'react';

interface VirtualFeeds {
  count: number;
  scroller: { readonly current: HTMLElement | null };
  /** One height for all rows, or a function by index. Pass a new function when heights change. */
  rowHeight: number | ((index: number) => number);
  /** The row that stays in the document even out of view; -1: none. */
  keptIndex?: number;
  /** Whether all rows are in the document. */
  isWhole?: boolean;
}

const OVERSCAN_ROWS = 8;
const INITIAL_RECT = { width: 380, height: 520 };

/** Renders only the rows near the view, so thousands of rows scroll as smoothly as ten. */
export function useVirtualFeeds(options: VirtualFeeds): Virtualizer<HTMLElement, HTMLElement> {
  const { count, scroller, rowHeight, keptIndex = -1, isWhole = false } = options;
  const rangeExtractor = useCallback(
    (range: Range) => {
      if (isWhole) return Array.from({ length: range.count }, (_, index) => index);
      const shown = defaultRangeExtractor(range);
      const isIncluded = keptIndex < 0 || keptIndex >= range.count || shown.includes(keptIndex);
      return isIncluded ? shown : [...shown, keptIndex].toSorted((a, b) => a - b);
    },
    [keptIndex, isWhole],
  );
  const sizes = useMemo(() => {
    const heightOf = typeof rowHeight === 'number' ? () => rowHeight : rowHeight;
    // A new key function makes the library recalculate all positions.
    return { estimateSize: heightOf, getItemKey: (index: number) => index };
  }, [rowHeight]);
  // oxlint-disable-next-line react/incompatible-library -- no memoized code uses the result
  return useVirtualizer({
    count,
    rangeExtractor,
    overscan: OVERSCAN_ROWS,
    initialRect: INITIAL_RECT,
    ...sizes,
    // These rows may replace a list that was already scrolled.
    initialOffset: () => scroller.current?.scrollTop ?? 0,
    getScrollElement: () => scroller.current,
    // Used only by lists that measure their rows. A hidden row has no height.
    measureElement: (element) => element.offsetHeight || sizes.estimateSize(0),
    observeElementRect: observeShownRect,
  });
}

/** Ignores a hidden list's zero height, so that it looks the same when shown again. */
const observeShownRect: typeof observeElementRect = (virtualizer, onRect) =>
  observeElementRect(virtualizer, (rect) => {
    if (rect.height > 0) onRect(rect);
  });

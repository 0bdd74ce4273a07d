import { useState } from 'react';
import { nearestFilled, slotOf, type ChartGrid, type Slot } from './chart-grid.ts';

/** The price that the pointer or a key marks on the chart. */
export function useMarked(grid: ChartGrid) {
  // A slot index would shift as time passes.
  const [at, setAt] = useState<Slot | null>(null);
  const slot = at === null ? null : slotOf(grid, at);
  const cursor = slot === null ? null : nearestFilled(grid, slot);
  return {
    cursor,
    marked: cursor === null ? null : (grid.slots[cursor] ?? null),
    mark: (index: number | null): void =>
      setAt(index === null ? null : (grid.slots[index] ?? null)),
  };
}

import { Fragment, useLayoutEffect, useState, type ReactNode } from 'react';
import type { Section } from '@/lib/domain/watchlist/sort-feeds.ts';
import { useScrolledPart } from '../../shared/hooks/use-scrolled-part.ts';
import { LIST_PANEL } from '../header/group-tabs.tsx';

/** Shorter lists are rendered in full. */
export const LONG_LIST = 40;

// Used until the first row is measured.
const ROW_HEIGHT = 52;

/** As in `watchlist.module.css`. */
const HEADING_HEIGHT = 30;

/** Rows above and below the window that are also in the document. */
const ROWS_AROUND = 6;

interface RowsProps {
  ids: readonly string[];
  /** The list's tab stop: its row is always in the document. */
  keptId: string | undefined;
  /** Each has a heading above its first row. */
  sections: readonly Section[] | null;
  children: (id: string, index: number) => ReactNode;
}

/** Renders the rows of a long list that are near the window, and empty space for the others. */
export function Rows({ ids, keptId, sections, children }: RowsProps) {
  const height = useRowHeight(keptId);
  const { top, bottom } = useScrolledPart(LIST_PANEL);
  const firstIds = new Set(sections?.map(({ feedIds }) => feedIds[0]));
  const starts = [0];
  for (const id of ids)
    starts.push((starts.at(-1) ?? 0) + height + (firstIds.has(id) ? HEADING_HEIGHT : 0));
  const startOf = (index: number): number => starts[index] ?? 0;

  const isShown = (id: string, index: number): boolean =>
    ids.length <= LONG_LIST ||
    id === keptId ||
    (startOf(index + 1) > top - ROWS_AROUND * height &&
      startOf(index) < bottom + ROWS_AROUND * height);
  const shown = ids.flatMap((id, index) => (isShown(id, index) ? [index] : []));
  return (
    <>
      {shown.map((index, at) => (
        <Fragment key={ids[index]}>
          <Space height={startOf(index) - startOf((shown[at - 1] ?? -1) + 1)} />
          {children(ids[index] ?? '', index)}
        </Fragment>
      ))}
      <Space height={startOf(ids.length) - startOf((shown.at(-1) ?? -1) + 1)} />
    </>
  );
}

function Space({ height }: { height: number }) {
  return height > 0 && <li role="presentation" aria-hidden="true" style={{ height }} />;
}

/** Depends on the density, the columns and the window. */
function useRowHeight(id: string | undefined): number {
  const [height, setHeight] = useState(ROW_HEIGHT);
  useLayoutEffect(() => {
    const row = document.querySelector<HTMLElement>(`#${LIST_PANEL} li[data-id="${id}"]`);
    if (!row) return undefined;
    const observer = new ResizeObserver(() => {
      // A hidden row has no height.
      if (row.offsetHeight > 0) setHeight(row.offsetHeight);
    });
    observer.observe(row);
    return () => observer.disconnect();
  }, [id]);
  return height;
}

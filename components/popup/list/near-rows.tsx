import { Fragment, useCallback, useLayoutEffect, useState, type ReactNode } from 'react';
import { useVirtualFeeds } from '../../shared/catalog/use-virtual-feeds.ts';
import { LIST_PANEL } from '../header/group-tabs.tsx';

// Used until the first row is measured.
const ROW_HEIGHT = 52;
/** As in price-row.module.css. */
const SECTION_HEIGHT = 28;

const scroller = {
  get current() {
    return document.getElementById(LIST_PANEL);
  },
};

export interface NearRowsProps {
  ids: readonly string[];
  /** Names of the sections, by their first feeds. */
  sections: ReadonlyMap<string, string>;
  /** The list's tab stop: its row is always in the document. */
  keptId: string | undefined;
  /** Renders all rows. */
  isWhole: boolean;
  children: (id: string, index: number) => ReactNode;
}

/** Renders the rows of a long list that are near the window, and empty space for the others. */
export function NearRows({ ids, sections, keptId, isWhole, children }: NearRowsProps) {
  const height = useRowHeight(keptId);
  const rowHeight = useCallback(
    (index: number) => height + (sections.has(ids[index] ?? '') ? SECTION_HEIGHT : 0),
    [height, sections, ids],
  );
  const keptIndex = keptId === undefined ? -1 : ids.indexOf(keptId);
  const rows = useVirtualFeeds({ count: ids.length, scroller, rowHeight, keptIndex, isWhole });
  const near = rows.getVirtualItems();
  return (
    <>
      {near.map(({ index, start }, at) => (
        <Fragment key={ids[index]}>
          <Space height={start - (near[at - 1]?.end ?? 0)} />
          {children(ids[index] ?? '', index)}
        </Fragment>
      ))}
      <Space height={rows.getTotalSize() - (near.at(-1)?.end ?? 0)} />
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
    const row = scroller.current?.querySelector<HTMLElement>(`li[data-id="${id}"]`);
    if (!row) return undefined;
    const observer = new ResizeObserver(() => {
      const ofSection = row.dataset['section'] === undefined ? 0 : SECTION_HEIGHT;
      // A hidden row has no height.
      if (row.offsetHeight > 0) setHeight(row.offsetHeight - ofSection);
    });
    observer.observe(row);
    return () => observer.disconnect();
  }, [id]);
  return height;
}

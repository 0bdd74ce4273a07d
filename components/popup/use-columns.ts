import { useEffect, useState } from 'react';
import { hasRoomForColumns, useHasColumns } from '../shared/hooks/use-is-wide.ts';

/** The code of the list's columns. */
export type Columns = typeof import('./columns.tsx');

let loaded: Columns | undefined;

/** Loads the columns in a window with room for them, so that the first render has them. */
export async function prepareColumns(): Promise<void> {
  if (hasRoomForColumns()) loaded ??= await import('./columns.tsx');
}

/** The columns that the list has; `null`: the window has no room for them, or they are loading. */
export function useColumns(): Columns | null {
  const hasRoom = useHasColumns();
  const [columns, setColumns] = useState(loaded);
  useEffect(() => {
    if (hasRoom && !columns) void prepareColumns().then(() => setColumns(loaded));
  }, [hasRoom, columns]);
  return (hasRoom && columns) || null;
}

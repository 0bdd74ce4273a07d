import { useEffect, useState, type ReactNode } from 'react';

/** Shorter lists are rendered in full. */
export const LONG_LIST = 40;

let loaded: typeof import('./near-rows.tsx') | undefined;

/** Loads the code for long lists, if the list is long, before the first render. */
export async function prepareRows(feedCount: number): Promise<void> {
  if (feedCount > LONG_LIST) loaded ??= await import('./near-rows.tsx');
}

export interface RowsProps {
  ids: readonly string[];
  /** Names of the sections, by their first feeds. */
  sections: ReadonlyMap<string, string>;
  /** The list's tab stop: its row is always in the document. */
  keptId: string | undefined;
  children: (id: string, index: number) => ReactNode;
}

export function Rows(props: RowsProps) {
  const { ids, children } = props;
  const [near, setNear] = useState(loaded);
  useEffect(() => {
    if (!near) void prepareRows(ids.length).then(() => setNear(loaded));
  }, [ids, near]);
  // Once loaded, also used for a list that becomes short: this keeps its elements and the focus.
  return near ? <near.NearRows {...props} /> : ids.map(children);
}

import { useEffect, useState, type ReactNode } from 'react';

/** Shorter lists are in the document as a whole. */
export const LONG_LIST = 40;

let loaded: typeof import('./near-rows.tsx') | undefined;

/** Loads the code of long lists if there is one, so that the first render has it. */
export async function prepareRows(feedCount: number): Promise<void> {
  if (feedCount > LONG_LIST) loaded ??= await import('./near-rows.tsx');
}

export interface RowsProps {
  ids: readonly string[];
  /** Those that a section begins with. */
  sections: ReadonlyMap<string, string>;
  /** Its row is in the document wherever it is: it is the list's tab stop. */
  keptId: string | undefined;
  children: (id: string, index: number) => ReactNode;
}

/** The rows of the list. */
export function Rows(props: RowsProps) {
  const { ids, children } = props;
  const [near, setNear] = useState(loaded);
  useEffect(() => {
    if (!near) void prepareRows(ids.length).then(() => setNear(loaded));
  }, [ids, near]);
  // Once loaded, also for a list that becomes short: it keeps its elements and the focus.
  return near ? <near.NearRows {...props} /> : ids.map(children);
}

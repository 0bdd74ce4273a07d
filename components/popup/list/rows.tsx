import { useEffect, useState } from 'react';
import type { NearRowsProps } from './near-rows.tsx';

/** Shorter lists are rendered in full. */
export const LONG_LIST = 40;

let loaded: typeof import('./near-rows.tsx') | undefined;

/** Loads the code for long lists, if the list is long, before the first render. */
export async function prepareRows(feedCount: number): Promise<void> {
  if (feedCount > LONG_LIST) loaded ??= await import('./near-rows.tsx');
}

export function Rows(props: Omit<NearRowsProps, 'isWhole'>) {
  const { ids, children } = props;
  const [near, setNear] = useState(loaded);
  useEffect(() => {
    if (!near) void prepareRows(ids.length).then(() => setNear(loaded));
  }, [ids, near]);
  // Once loaded, also used for a list that becomes short: this keeps its elements and the focus.
  return near ? <near.NearRows {...props} isWhole={ids.length <= LONG_LIST} /> : ids.map(children);
}

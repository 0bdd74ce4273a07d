import type { Observations } from '../../soak/observations.ts';
import type { View } from '../../soak/views.ts';

/** When the run began, unix milliseconds. */
export const T0 = 1_800_000_000_000;

/** A run with only these observations. */
export function anyRun(seen: Partial<Observations>): Observations {
  return {
    arrivals: [],
    troubles: [],
    penalties: [],
    refusals: [],
    recoveries: [],
    samples: [],
    pageSpans: [],
    changes: [],
    views: [],
    clockSteps: [],
    distrusts: [],
    deaths: [],
    starts: [],
    lagMs: 0,
    settings: [],
    crossings: 0,
    alertId: 'alert',
    firings: [],
    notifications: [],
    pageErrors: [],
    ...seen,
  };
}

/** The popup `afterMs` after `T0`. @param notes by the rows' names */
export function viewOf(
  afterMs: number,
  notes: Record<string, string[]>,
  others: Partial<View> = {},
): View {
  const rows = Object.entries(notes).map(([name, its]) => ({
    name,
    value: '1',
    text: '1',
    notes: its,
  }));
  return { at: T0 + afterMs, connection: 'Live', rows, tooltip: 'Pricelight · Live', ...others };
}

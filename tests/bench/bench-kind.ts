import type { Measured } from './row.ts';

/** How thoroughly to measure. */
export interface Effort {
  quick: boolean;
  /** How long to watch the worker's memory. */
  minutes: number;
}

/** One independent measurement that yields one or more rows. */
export interface Bench {
  name: string;
  what: string;
  run: (effort: Effort) => Promise<Measured[]>;
}

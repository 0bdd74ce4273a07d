import type { Measured } from './row.ts';

/** How much trouble to take. */
export interface Effort {
  quick: boolean;
  /** How long the worker's memory is watched. */
  minutes: number;
}

/** Something that is measured on its own and yields one row or several. */
export interface Bench {
  name: string;
  what: string;
  run: (effort: Effort) => Promise<Measured[]>;
}

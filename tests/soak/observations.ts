import type { Change } from './recording.ts';
import type { View } from './views.ts';

/** A request at the service. Times are true unix milliseconds. */
export interface Arrival {
  at: number;
  /** `null`: the connection is open. */
  endedAt: number | null;
  path: string;
  /** `null`: not answered. */
  status: number | null;
}

/** When the service had a fault, unix milliseconds. */
export interface Trouble {
  name: string;
  from: number;
  /** Infinity while it lasts. */
  to: number;
}

/** A time in which no request may be sent, unix milliseconds. */
export interface Pause {
  from: number;
  to: number;
}

/** A pause that the service asked for. */
export interface Penalty extends Pause {
  /** The fault during which it asked. */
  fault: string;
}

/** A step of the extension's local clock. */
export interface ClockStep {
  /** Unix milliseconds; true time. */
  at: number;
  /** Milliseconds; positive: ahead. */
  stepMs: number;
  /** When prices stream again, so that the clock can be compared with them. Unix milliseconds. */
  streamsFrom: number;
  /** Milliseconds from then until the clock was corrected; `null`: it was not. */
  correctedMs: number | null;
}

/** A time in which the service's signers were not trusted, unix milliseconds. */
export interface Distrust {
  removedAt: number;
  /** Infinity until they are trusted again. */
  addedAt: number;
  /** Milliseconds from then until prices were verified; `null`: they were not. */
  verifiedMs: number | null;
}

/** A time in which the browser was closed, with a crossing that came back. Unix milliseconds. */
export interface Sleep {
  from: number;
  to: number;
}

/** How long prices took to come back. */
export interface Recovery {
  after: string;
  isPageOpen: boolean;
  /** Milliseconds from the service's return; `null`: they did not come back. */
  tookMs: number | null;
  limitMs: number;
}

/** The service at one time: sampled ten times a second. */
export interface Sample {
  at: number;
  openStreams: number;
}

/** A time in which a page of the extension was open, unix milliseconds. */
export interface PageSpan {
  from: number;
  to: number;
}

/** Everything observed in a run, for the checks at its end. */
export interface Observations {
  arrivals: readonly Arrival[];
  troubles: readonly Trouble[];
  /** Times in which no request may come because the service asked for a pause. */
  penalties: readonly Penalty[];
  /** Times in which the token was refused and the settings did not change. */
  refusals: readonly Pause[];
  recoveries: readonly Recovery[];
  samples: readonly Sample[];
  pageSpans: readonly PageSpan[];
  changes: readonly Change[];
  /** While a page was open. */
  views: readonly View[];
  /** A browser that starts with the right clock after a wrong one counts as a step. */
  clockSteps: readonly ClockStep[];
  distrusts: readonly Distrust[];
  /** When the worker or the browser was ended, unix milliseconds. */
  deaths: readonly number[];
  /** When a browser started, unix milliseconds. */
  starts: readonly number[];
  /** The longest delay of this machine's timers, milliseconds. */
  lagMs: number;
  /** By storage key: what the user last set, and what is stored at the end. */
  settings: readonly { key: string; wanted: unknown; found: unknown }[];
  /** How often a price crossed the alert's level. */
  crossings: number;
  /** Each has one more crossing. */
  sleeps?: readonly Sleep[];
  alertId: string;
  firings: readonly {
    id: string;
    alertId: string;
    delivered: string;
    at?: number;
    missed?: boolean;
  }[];
  /** Each was cleared when it was read, so an id that comes again was shown again. */
  notifications: readonly string[];
  pageErrors: readonly string[];
}

import type { Change } from './recording.ts';

/** What came in at the service, in real time (unix milliseconds). */
export interface Arrival {
  at: number;
  /** `null`: the connection is open. */
  endedAt: number | null;
  path: string;
  /** `null`: not answered. */
  status: number | null;
}

/** A fault's time on the service, unix milliseconds. */
export interface Trouble {
  name: string;
  from: number;
  /** Infinity while it lasts. */
  to: number;
}

/** A stretch in which the service is not to be asked, unix milliseconds. */
export interface Pause {
  from: number;
  to: number;
}

/** How long it took until prices came again. */
export interface Recovery {
  after: string;
  isLooking: boolean;
  /** Milliseconds from the service's return; `null`: it did not happen while it was waited for. */
  tookMs: number | null;
  limitMs: number;
}

/** What the service does at a moment: looked at ten times a second. */
export interface Sample {
  at: number;
  openStreams: number;
}

/** A stretch in which a page of the extension was open. */
export interface Look {
  from: number;
  to: number;
}

/** All that a run saw, for the checks at its end. */
export interface Observations {
  arrivals: readonly Arrival[];
  troubles: readonly Trouble[];
  /** Windows in which no request may come, from 429 answers. */
  penalties: readonly Pause[];
  /** Windows in which the token was refused and nothing had changed. */
  refusals: readonly Pause[];
  recoveries: readonly Recovery[];
  samples: readonly Sample[];
  looks: readonly Look[];
  changes: readonly Change[];
  /** Moments at which worker or browser were ended. */
  deaths: readonly number[];
  /** Moments at which a browser came up. */
  starts: readonly number[];
  /** How late this machine's timers were at the worst, milliseconds. */
  lagMs: number;
  /** By storage key: what the user last set, and what stands there at the end. */
  settings: readonly { key: string; wanted: unknown; found: unknown }[];
  /** How often a price went through the alert's level. */
  crossings: number;
  alertId: string;
  firings: readonly { id: string; alertId: string; delivered: string }[];
  /** Each was cleared when it was seen: an id that comes again was shown again. */
  notifications: readonly string[];
  pageErrors: readonly string[];
}

import type { Change } from './recording.ts';
import type { View } from './views.ts';

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

/** A pause that the service asked for. */
export interface Penalty extends Pause {
  /** The fault in which it did. */
  fault: string;
}

/** A step of the extension's local clock. */
export interface ClockStep {
  /** Unix milliseconds; true time. */
  at: number;
  /** Milliseconds; positive: ahead. */
  stepMs: number;
  /** From here on prices stream, so that the clock can be compared with them. Unix milliseconds. */
  streamsFrom: number;
  /** How long it took from there until the clock was corrected, milliseconds; `null`: for ever. */
  correctedMs: number | null;
}

/** A stretch in which the signers of the service were not trusted, unix milliseconds. */
export interface Distrust {
  removedAt: number;
  /** Infinity until they are trusted again. */
  addedAt: number;
  /** How long it took then until prices were verified, milliseconds; `null`: it never happened. */
  verifiedMs: number | null;
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
  /** Windows in which no request may come: the service asked for a pause. */
  penalties: readonly Penalty[];
  /** Windows in which the token was refused and nothing had changed. */
  refusals: readonly Pause[];
  recoveries: readonly Recovery[];
  samples: readonly Sample[];
  looks: readonly Look[];
  changes: readonly Change[];
  /** While a page was open. */
  views: readonly View[];
  /** A browser that starts with the right clock after a wrong one counts as a step. */
  clockSteps: readonly ClockStep[];
  distrusts: readonly Distrust[];
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

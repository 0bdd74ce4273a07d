import type { RequestRecord } from '../price-service/server.ts';
import type { Change, View } from './driver.ts';

/** A time, in unix milliseconds of true time. */
export interface Span {
  from: number;
  /** Infinity while it lasts. */
  to: number;
}

/** When a service had a fault. */
export interface Trouble extends Span {
  fault: string;
}

/** A service at one time: sampled ten times a second. */
export interface Sample {
  at: number;
  openStreams: number;
}

/** What one of the services saw, and what happened to it. */
export interface ServiceLog {
  /** In the user's settings. */
  id: string;
  /** As in the log of the run, such as `service 1`. */
  name: string;
  /** As in the stored request budgets. */
  origin: string;
  requests: readonly RequestRecord[];
  troubles: readonly Trouble[];
  /** Periods without requests, because the service asked for a pause. */
  penalties: readonly Trouble[];
  /** Periods in which the token was refused and no setting changed. */
  refusals: readonly Span[];
  samples: readonly Sample[];
  /** The names and values of all headers that the user ever entered for it. */
  secrets: readonly string[];
}

/** A price that was signed unaltered. */
export interface SignedPrice {
  id: string;
  price: string;
  expo: number;
  publishTime: number;
}

/** A step of the extension's local clock. */
export interface ClockStep {
  at: number;
  /** Milliseconds; positive: ahead. */
  stepMs: number;
  /** When prices stream again, so that the clock can be compared with them. */
  streamsFrom: number;
  /** Milliseconds from then until the clock was corrected; `null`: it was not. */
  correctedMs: number | null;
}

/** A time in which the services' signers were not trusted. */
export interface Distrust {
  removedAt: number;
  /** Infinity until they are trusted again. */
  addedAt: number;
  /** Milliseconds from then until prices were verified; `null`: they were not. */
  verifiedMs: number | null;
}

export interface StoredFiring {
  id: string;
  alertId: string;
  delivered: string;
  at?: number;
  missed?: boolean;
}

/** Everything observed in a run, for the checks at its end. */
export interface Observations {
  /** When the log began. */
  startedAt: number;
  /** In the user's order. */
  services: readonly ServiceLog[];
  /** Periods in which a page was open. */
  pageSpans: readonly Span[];
  changes: readonly Change[];
  /** While a page was open. */
  views: readonly View[];
  clockSteps: readonly ClockStep[];
  distrusts: readonly Distrust[];
  /** Periods in which the browser was closed and a price crossed a level and came back. */
  sleeps: readonly Span[];
  /** When the worker or the browser was ended. */
  deaths: readonly number[];
  /** When a browser started. */
  starts: readonly number[];
  /** When the user changed the settings. */
  edits: readonly number[];
  /** The longest delay of this machine's timers, milliseconds. */
  lagMs: number;
  /** By storage key: what the user last set, and what is stored at the end. */
  settings: readonly { key: string; wanted: unknown; found: unknown }[];
  /** How often a price crossed the alert's level. */
  crossings: number;
  firings: readonly StoredFiring[];
  /** Each was cleared when it was read, so an id that comes again was shown again. */
  notifications: readonly string[];
  signed: readonly SignedPrice[];
  /** Sentences: what a step waited for in vain, and errors of the pages. */
  errors: readonly string[];
}

/** One line of the report. */
export interface Check {
  what: string;
  /** A summary of what was observed. */
  found: string;
  /** Sentences; empty if the check passes. */
  faults: string[];
  /** It judges how long something takes, which a busy machine makes longer. */
  isTimed?: boolean;
}

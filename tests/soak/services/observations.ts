import type { RequestRecord } from '../../price-service/server.ts';
import type { Observations, Pause, Penalty, Sample, Trouble } from '../observations.ts';

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
  /** Times in which no request may come because the service asked for a pause. */
  penalties: readonly Penalty[];
  /** Times in which the token was refused and the settings did not change. */
  refusals: readonly Pause[];
  samples: readonly Sample[];
  /** The names and values of all headers that the user ever entered for it. */
  secrets: readonly string[];
}

/** A price that was signed as it is. */
export interface SignedPrice {
  id: string;
  price: string;
  expo: number;
  publishTime: number;
}

/** Everything observed in a run with several services. */
export interface ServicesObservations extends Pick<
  Observations,
  | 'pageSpans'
  | 'changes'
  | 'views'
  | 'deaths'
  | 'starts'
  | 'lagMs'
  | 'settings'
  | 'crossings'
  | 'alertId'
  | 'firings'
  | 'notifications'
  | 'pageErrors'
> {
  /** When the log began, unix milliseconds. */
  startedAt: number;
  /** In the user's order. */
  services: readonly ServiceLog[];
  /** When the user changed the settings, unix milliseconds. */
  edits: readonly number[];
  signed: readonly SignedPrice[];
  /** The names of the rows, by feed id. */
  names: Readonly<Record<string, string>>;
}

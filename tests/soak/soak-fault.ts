import type {
  CodeWithoutData,
  ServiceProblem,
} from '../../lib/domain/connection/service-problem.ts';
import type { SoakService } from './service.ts';

/** Whether a fault explains this reason. */
type IsReason = (reason: ServiceProblem) => boolean;

/** A fault of the service for a limited time. */
export interface SoakFault {
  /** Seconds that it lasts: from … to. */
  lasts: readonly [from: number, to: number];
  /** Allowed reasons of the connection state, besides a broken connection. */
  isReason?: IsReason;
  /** The extension may wait until its `nextAttemptAt`; otherwise it must be back at once. */
  isRefusal?: boolean;
  /** It ends only when the user changes the connection settings. */
  needsUser?: boolean;
  /** Responses with this status ask for a pause of `ms` milliseconds. */
  penalty?: { status: number; ms: number };
  /** Seconds that the extension may take to come back; default 0. */
  recoverySeconds?: number;
  /** Too long for runs shorter than this, seconds. */
  leastRunSeconds?: number;
  /**
   * Starts the fault; returns a function that ends it. `random` gives 0 ≤ x < 1 from the run's
   * seed.
   */
  begin: (service: SoakService, random: () => number) => (() => unknown) | Promise<() => unknown>;
}

/** The reasons with one of these codes. */
export function problem(...codes: readonly CodeWithoutData[]): IsReason {
  return ({ code }) => codes.some((each) => each === code);
}

/** A response with one of these statuses. */
export function httpStatus(...statuses: readonly number[]): IsReason {
  return (reason) => reason.code === 'http-status' && statuses.includes(reason.status);
}

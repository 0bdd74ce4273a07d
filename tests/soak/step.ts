import { SOAK_FAULTS } from './faults.ts';

/** One step of a run. A fault lasts `seconds`; then the service works again. */
export type Step =
  /** While a page is open. The worker is killed after the share `killAt` of the fault. */
  | { kind: 'fault'; fault: string; seconds: number; killAt: number | null }
  /** While no page is open. */
  | { kind: 'no-page'; fault: string; seconds: number; isKilled: boolean; isLive: boolean }
  /** The browser is closed and opened again; the service may fail in the meantime. */
  | { kind: 'restart'; fault: string | null; seconds: number }
  | { kind: 'edit'; what: Edit }
  /**
   * The local clock is stepped: within a pause that the service asks for, or else while a price
   * crosses the level of an alert, when the worker may be killed as well.
   */
  | { kind: 'clock'; stepMs: number; fault: string | null; seconds: number; isKilled: boolean }
  /** The service's signers are removed while it is away; worker and browser end before it is back. */
  | { kind: 'trust' }
  /** The browser is closed while a price crosses the level of an alert and comes back. */
  | { kind: 'sleep' }
  /** A price crosses the level of an alert. */
  | { kind: 'crossing' };

export type Edit = 'watchlist' | 'headers' | 'mode' | 'alerts';

const RECOVERY_S = 1.5;
// The alarm comes somewhere in its 30 s.
const NO_PAGE_S = 20;
const RESTART_S = 4;
const CROSSING_S = 1;
const SLEEP_S = 10;
const EDIT_S = 0.5;
// Three prices in 8 s suggest that the clock was set ahead; one shows that it was set back.
const AHEAD_S = 11;
const BACK_S = 2;
const TRUST_S = 11;
// Before a pause, the rate limit must leave room for requests that could break it.
const ROOM_S = 3;

/** The seconds that a step takes when all goes well. */
export function costOf(step: Step): number {
  switch (step.kind) {
    case 'fault':
      return step.seconds + RECOVERY_S + extraSeconds(step.fault);
    case 'no-page':
      return NO_PAGE_S;
    case 'restart':
      return RESTART_S;
    case 'crossing':
      return CROSSING_S;
    case 'sleep':
      return SLEEP_S;
    case 'clock':
      return (step.stepMs > 0 ? AHEAD_S : BACK_S) + pauseSeconds(step);
    case 'trust':
      return TRUST_S;
    default:
      return EDIT_S;
  }
}

function pauseSeconds({ fault, seconds }: Extract<Step, { kind: 'clock' }>): number {
  return fault === null ? 0 : seconds + extraSeconds(fault);
}

function extraSeconds(fault: string): number {
  const { recoverySeconds = 0, penalty } = SOAK_FAULTS[fault] ?? {};
  return recoverySeconds + (penalty ? ROOM_S : 0);
}

/** Describes the step in the log. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case 'fault':
      return `${step.fault}, ${step.seconds} s${step.killAt === null ? '' : ', worker killed'}`;
    case 'no-page': {
      const mode = step.isLive ? 'Live' : 'Balanced';
      const killed = step.isKilled ? ', worker killed' : '';
      return `no page open (${mode}): ${step.fault}, ${step.seconds} s${killed}`;
    }
    case 'restart':
      return `browser restarted${step.fault === null ? '' : ` during: ${step.fault}`}`;
    case 'edit':
      return `settings edited: ${step.what}`;
    case 'clock': {
      const by = `clock ${step.stepMs > 0 ? 'ahead' : 'back'} by ${Math.abs(step.stepMs) / 1_000} s`;
      const when = step.fault === null ? 'at a crossing' : `in a pause (${step.fault})`;
      return `${by} ${when}${step.isKilled ? ', worker killed' : ''}`;
    }
    case 'sleep':
      return 'browser closed while a price crosses the level and comes back';
    case 'trust':
      return 'signers removed while the service is away; worker and browser ended';
    default:
      return 'a price crosses the level of an alert';
  }
}

import { SOAK_FAULTS, type SoakFault } from './faults.ts';
import type { Pause, Trouble } from './observations.ts';
import type { SoakService } from './service.ts';

/** What the service did wrong in a run, and when nobody may have asked it. */
export interface Troubles {
  readonly all: readonly Trouble[];
  /** Windows in which no request may come, from 429 answers. */
  readonly penalties: readonly Pause[];
  /** Windows in which the token was refused and nothing had changed. */
  readonly refusals: readonly Pause[];
  /** Starts a fault; what it returns ends it and tells when the service was well again. */
  begin: (name: string) => Promise<() => Promise<number>>;
  /** Unix milliseconds at which the last penalty ends; 0: there was none. */
  penaltyEnd: () => number;
}

export function createTroubles(service: SoakService, random: () => number): Troubles {
  const all: Trouble[] = [];
  const penalties: Pause[] = [];
  const refusals: Pause[] = [];

  function notePauses({ from, to }: Trouble, { penaltyMs, needsUser }: SoakFault): void {
    const answered = service.requests().filter(({ at }) => at >= from && at <= to);
    if (penaltyMs !== undefined) {
      // The answer goes out at once with the request.
      const first = answered.find(({ status }) => status === 429);
      if (first) penalties.push({ from: first.at, to: first.at + penaltyMs });
    }
    if (!needsUser) return;
    const first = answered.find(({ status }) => status === 401 || status === 403);
    if (first) refusals.push({ from: first.at, to });
  }

  return {
    all,
    penalties,
    refusals,
    async begin(name) {
      const fault = faultOf(name);
      const trouble: Trouble = { name, from: Date.now(), to: Infinity };
      all.push(trouble);
      const end = await fault.begin(service, random);
      return async () => {
        await end();
        trouble.to = Date.now();
        notePauses(trouble, fault);
        return trouble.to;
      };
    },
    penaltyEnd: () => penalties.at(-1)?.to ?? 0,
  };
}

export function faultOf(name: string): SoakFault {
  const fault = SOAK_FAULTS[name];
  if (!fault) throw new Error(`no fault is called ${name}`);
  return fault;
}

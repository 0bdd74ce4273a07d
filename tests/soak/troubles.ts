import { SOAK_FAULTS, type SoakFault } from './faults.ts';
import type { Pause, Penalty, Trouble } from './observations.ts';
import type { SoakService } from './service.ts';

/** What the service did wrong in a run, and when nobody may have asked it. */
export interface Troubles {
  readonly all: readonly Trouble[];
  /** Windows in which no request may come: the service asked for a pause. */
  readonly penalties: readonly Penalty[];
  /** Windows in which the token was refused and nothing had changed. */
  readonly refusals: readonly Pause[];
  /** Starts a fault; what it returns ends it and tells when the service was well again. */
  begin: (name: string) => Promise<() => Promise<number>>;
  /** Unix milliseconds at which the last penalty ends; 0: there was none. */
  penaltyEnd: () => number;
  /** When the service first asked for the pause of the fault that goes on; `null`: not yet. */
  pauseAskedAt: () => number | null;
}

export function createTroubles(service: SoakService, random: () => number): Troubles {
  const all: Trouble[] = [];
  const penalties: Penalty[] = [];
  const refusals: Pause[] = [];

  function notePauses(trouble: Trouble, { penalty, needsUser }: SoakFault): void {
    const { name: fault, to } = trouble;
    if (penalty !== undefined) {
      // The headers go out at once with the request. Each answer asks for the pause anew.
      for (const { at } of answered(trouble, [penalty.status])) {
        penalties.push({ fault, from: at, to: at + penalty.ms });
      }
    }
    if (!needsUser) return;
    const [first] = answered(trouble, [401, 403]);
    if (first) refusals.push({ from: first.at, to });
  }

  function answered({ from, to }: Trouble, statuses: readonly number[]) {
    return service
      .requests()
      .filter(({ at, status }) => at >= from && at <= to && statuses.includes(status ?? 0));
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
    penaltyEnd: () => Math.max(0, ...penalties.map(({ to }) => to)),
    pauseAskedAt() {
      const current = all.at(-1);
      const penalty = current && faultOf(current.name).penalty;
      if (!penalty) return null;
      return answered(current, [penalty.status])[0]?.at ?? null;
    },
  };
}

export function faultOf(name: string): SoakFault {
  const fault = SOAK_FAULTS[name];
  if (!fault) throw new Error(`no fault is called ${name}`);
  return fault;
}

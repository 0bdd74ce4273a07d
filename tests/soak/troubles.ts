import { SOAK_FAULTS } from './faults.ts';
import { LIES } from './lies.ts';
import type { SoakFault } from './soak-fault.ts';
import type { Pause, Penalty, Trouble } from './observations.ts';
import type { SoakService } from './service.ts';

const PAST_PRICES = /\/price\/\d+$/;

/** The faults of a run, and the times in which no request may be sent. */
export interface Troubles {
  readonly all: readonly Trouble[];
  /** Times in which no request may come because the service asked for a pause. */
  readonly penalties: readonly Penalty[];
  /** Times in which the token was refused and the settings did not change. */
  readonly refusals: readonly Pause[];
  /** Starts a fault; the returned function ends it and returns when the service worked again. */
  begin: (name: string) => Promise<() => Promise<number>>;
  /** Unix milliseconds at which the last penalty ends; 0: there was none. */
  penaltyEnd: () => number;
  /** When the service first asked for a pause in the current fault; `null`: not yet. */
  pauseAskedAt: () => number | null;
}

export function createTroubles(service: SoakService, random: () => number): Troubles {
  const all: Trouble[] = [];
  const penalties: Penalty[] = [];
  const refusals: Pause[] = [];

  function recordPauses(trouble: Trouble, { penalty, needsUser }: SoakFault): void {
    const { name: fault, to } = trouble;
    if (penalty !== undefined) {
      // The headers are sent at once. Each response asks for the pause again.
      for (const { at } of answered(trouble, [penalty.status])) {
        penalties.push({ fault, from: at, to: at + penalty.ms });
      }
    }
    if (!needsUser) return;
    // A token may cover the latest prices without past ones, whose refusal stops nothing else.
    const first = answered(trouble, [401, 403]).find(({ path }) => !PAST_PRICES.test(path));
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
        recordPauses(trouble, fault);
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
  const fault = SOAK_FAULTS[name] ?? LIES[name];
  if (!fault) throw new Error(`no fault is called ${name}`);
  return fault;
}

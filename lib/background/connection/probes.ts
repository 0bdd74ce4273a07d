import { watchlist } from '../../storage/values/watchlist.ts';
import type { ServiceSettings } from '../../domain/settings.ts';
import type { Failover } from '../failover/failover.ts';
import type { ServiceEvent } from '../failover/state.ts';
import type { Presence } from '../presence.ts';

const LOOK_EVERY_MS = 200;

type ProbedServices = Pick<Failover, 'dueProbes' | 'report' | 'isInNeed'>;

export type Probes = ReturnType<typeof createProbes>;

interface ProbesOptions {
  presence: Presence;
  tryService: (settings: ServiceSettings) => Promise<ServiceEvent>;
}

/** Requests that show whether services work again. */
export function createProbes({ presence, tryService }: ProbesOptions) {
  const inProgress = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(failover: ProbedServices): Promise<void> {
    if ((await watchlist.getValue()).length === 0) return;
    for (const settings of await failover.dueProbes()) void probe(failover, settings);
    clearTimeout(timer);
    if (!failover.isInNeed || !presence.isPageOpen) return;
    timer = setTimeout(() => void run(failover), LOOK_EVERY_MS);
  }

  async function probe(failover: ProbedServices, settings: ServiceSettings): Promise<void> {
    const { id } = settings;
    if (inProgress.has(id)) return;
    inProgress.add(id);
    const event = await tryService(settings);
    await failover.report(id, event).finally(() => inProgress.delete(id));
  }

  return {
    /** Asks each service that is due, repeatedly while a page is open and no service works. */
    run: (services: ProbedServices): void => void run(services),
    stop: () => clearTimeout(timer),
  };
}

import { serviceKey } from '../../domain/connection/service-list.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import type { ServiceSettings } from '../../domain/settings.ts';
import { SAMPLE_SERVICE } from '../../domain/samples/sample-service.ts';
import { createFailover } from '../failover/failover.ts';
import type { ServiceEvent } from '../failover/state.ts';
import { createSampleService } from '../samples/sample-clients.ts';
import type { Probes } from './probes.ts';
import type { ResponseTracker } from './response-tracker.ts';
import { createService, type RequestHooks, type Service } from './service.ts';

/** Returns the same service unless its settings change. */
type ServiceOf = (settings: ServiceSettings) => Service;

export type Serving = ReturnType<typeof createServing>;

interface ServingOptions {
  serviceOf: ServiceOf;
  probes: Probes;
  /** Called before the new service is stored. Ends what is in progress. */
  onLeave: () => void;
  /** @param place on the list, from 1 */
  onSwitch: (place: number, problem: ServiceProblem | null) => void;
}

/** Which service is in use. */
export function createServing({ serviceOf, probes, onLeave, onSwitch }: ServingOptions) {
  let service: Service | null = null;
  const release = (): void => {
    service = null;
  };
  const failover = createFailover({
    onLeave: () => {
      release();
      onLeave();
    },
    onNeed: () => {
      probes.run(failover);
    },
    onSwitch,
  });
  return {
    /** `null`: not connected yet. */
    get service() {
      return service;
    },
    failover,
    serviceOf,
    /** Returns whether the service changed. */
    use: (settings: ServiceSettings): boolean => {
      const before = service;
      service = serviceOf(settings);
      return service !== before;
    },
    release,
    /** Resolves with whether another service takes over. */
    report: async (event: ServiceEvent): Promise<boolean> =>
      service ? failover.report(service.id, event) : false,
  };
}

interface ServicesOptions {
  responses?: ResponseTracker;
  requestHooks?: RequestHooks;
}

/** Keeps the services while the worker lives. */
export function createServices(options: ServicesOptions): ServiceOf {
  const { responses, requestHooks } = options;
  const services = new Map<string, Service>();
  return (settings) => {
    const known = services.get(settings.id);
    if (known?.key === serviceKey(settings)) return known;
    const service =
      settings.id === SAMPLE_SERVICE.id
        ? createSampleService()
        : createService(settings, {
            ...requestHooks,
            onSuccess: (latencyMs) => responses?.onSuccess(settings.id, latencyMs),
          });
    services.set(settings.id, service);
    return service;
  };
}

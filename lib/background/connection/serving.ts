import { serviceKey } from '../../domain/connection/service-list.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import type { ServiceSettings } from '../../domain/settings.ts';
import { SAMPLE_SERVICE } from '../../domain/samples/sample-service.ts';
import { createFailover, type Failover } from '../failover/failover.ts';
import type { ServiceEvent } from '../failover/state.ts';
import { createSampleService } from '../samples/sample-clients.ts';
import type { Probes } from './probes.ts';
import type { ResponseTracker } from './response-tracker.ts';
import { createService, type RequestHooks, type Service } from './service.ts';

/** Returns the same service unless its settings change. */
type ServiceOf = (settings: ServiceSettings) => Service;

/** Which service is in use. */
export interface Serving {
  /** `null`: not connected yet. */
  readonly service: Service | null;
  readonly failover: Failover;
  readonly serviceOf: ServiceOf;
  /** Returns whether the service changed. */
  use: (settings: ServiceSettings) => boolean;
  release: () => void;
  /** Resolves with whether another service takes over. */
  report: (event: ServiceEvent) => Promise<boolean>;
}

interface ServingOptions {
  serviceOf: ServiceOf;
  probes: Probes;
  /** Called before the new service is stored. Ends what is in progress. */
  onLeave: () => void;
  /** @param place on the list, from 1 */
  onSwitch: (place: number, problem: ServiceProblem | null) => void;
}

export function createServing({ serviceOf, probes, onLeave, onSwitch }: ServingOptions): Serving {
  let service: Service | null = null;
  const release = (): void => {
    service = null;
  };
  const failover = createFailover({
    onLeave: () => {
      release();
      onLeave();
    },
    onNeed: probes.run,
    onSwitch,
  });
  return {
    get service() {
      return service;
    },
    failover,
    serviceOf,
    use: (settings) => {
      const before = service;
      service = serviceOf(settings);
      return service !== before;
    },
    release,
    report: async (event) => (service ? failover.report(service.id, event) : false),
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

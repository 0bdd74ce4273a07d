import { serviceKey } from '../../domain/connection/service-list.ts';
import { SAMPLE_SERVICE } from '../../domain/samples/sample-service.ts';
import type { ServiceSettings } from '../../domain/settings.ts';
import { createSampleService } from '../samples/sample-clients.ts';
import type { LastResponses } from './last-responses.ts';
import { createService, type RequestHooks, type Service } from './service.ts';

interface PoolOptions {
  responses?: LastResponses;
  requestHooks?: RequestHooks;
}

/** The clients of all services while the worker lives. */
export class ServicePool {
  readonly #options: PoolOptions;
  readonly #services = new Map<string, Service>();

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Returns the same service unless its settings change. */
  of(settings: ServiceSettings): Service {
    const { id } = settings;
    const known = this.#services.get(id);
    if (known?.key === serviceKey(settings)) return known;
    const { responses, requestHooks } = this.#options;
    const onSuccess = (latencyMs: number): void => responses?.onSuccess(id, latencyMs);
    const service =
      id === SAMPLE_SERVICE.id
        ? createSampleService()
        : createService(settings, { ...requestHooks, onSuccess });
    this.#services.set(id, service);
    return service;
  }
}

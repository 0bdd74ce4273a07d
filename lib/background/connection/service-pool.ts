import { serviceKey } from '../../domain/connection/service-list.ts';
import { SAMPLE_SERVICE } from '../../domain/samples/sample-service.ts';
import type { ServiceSettings } from '../../domain/settings.ts';
import { RequestBudget } from '../../storage/requests/request-budget.ts';
import { createSampleService } from '../samples/sample-clients.ts';
import type { LastResponses } from './last-responses.ts';
import { createService, type Service } from './service.ts';

export interface PoolOptions {
  responses?: LastResponses;
  budget?: RequestBudget;
}

/** The clients of all services while the worker lives. */
export class ServicePool {
  readonly #responses: LastResponses | undefined;
  readonly #budget: RequestBudget;
  readonly #services = new Map<string, Service>();

  constructor({ responses, budget = new RequestBudget() }: PoolOptions) {
    this.#responses = responses;
    this.#budget = budget;
  }

  /** Returns the same service unless its settings change. */
  of(settings: ServiceSettings): Service {
    const { id } = settings;
    const known = this.#services.get(id);
    if (known?.key === serviceKey(settings)) return known;
    const onSuccess = (latencyMs: number): void => this.#responses?.onSuccess(id, latencyMs);
    const service =
      id === SAMPLE_SERVICE.id
        ? createSampleService()
        : createService(settings, { budget: this.#budget, onSuccess });
    this.#services.set(id, service);
    return service;
  }
}

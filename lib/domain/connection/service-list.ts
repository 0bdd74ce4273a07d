import type { ConnectionSettings, EditedService, ServiceSettings } from '../settings.ts';
import { MAX_SERVICES } from '../../base/limits.ts';
import { fitName } from '../../base/text/fit-name.ts';

// The list of price services. It is never empty, and its order is the order of use.

export type ServiceList = readonly ServiceSettings[];

/** What the user can change of a service. */
export type ServiceChange = Partial<Omit<ServiceSettings, 'id'>>;

/** A removed service and its place, to put it back. */
export interface RemovedService {
  service: ServiceSettings;
  index: number;
}

/** A service that is not on the list yet. Its headers are its own: none come from another service. */
export function newService({ name, baseUrl, headers }: EditedService): ServiceSettings {
  return {
    id: crypto.randomUUID(),
    name: fitName(name),
    baseUrl,
    headers,
    isPaused: false,
    mayMixUnverified: false,
  };
}

/** How a service is called: its name, or else its host. Never its path, which may be a secret. */
export function serviceName({ name, baseUrl }: Pick<ServiceSettings, 'name' | 'baseUrl'>): string {
  return name === '' ? new URL(baseUrl).host : name;
}

/** Equal for services that need no different client. */
export function serviceKey({ baseUrl, headers }: ConnectionSettings): string {
  return JSON.stringify({ baseUrl, headers });
}

/** The first service that is not paused; `null` if all are. */
export function preferredService(list: ServiceList): ServiceSettings | null {
  return list.find(({ isPaused }) => !isPaused) ?? null;
}

export function isFull(list: ServiceList): boolean {
  return list.length >= MAX_SERVICES;
}

/** The list with one more service at its end; the same list if it is full. */
export function addService(list: ServiceList, service: ServiceSettings): ServiceSettings[] {
  return insertService(list, { service, index: list.length });
}

/** Changes a service. Consent to unverified prices is only for the base URL that it was given for. */
export function updateService(
  list: ServiceList,
  id: string,
  change: ServiceChange,
): ServiceSettings[] {
  return list.map((service) => {
    if (service.id !== id) return service;
    const changed = { ...service, ...change, name: fitName(change.name ?? service.name) };
    return changed.baseUrl === service.baseUrl ? changed : { ...changed, mayMixUnverified: false };
  });
}

/** Moves a service. @param index its new place; out of bounds: the nearest place */
export function moveService(list: ServiceList, id: string, index: number): ServiceSettings[] {
  const moved = list.filter((service) => service.id === id);
  const others = list.filter((service) => service.id !== id);
  return others.toSpliced(Math.max(0, index), 0, ...moved);
}

/** The list without a service; the same list if it is the only one. */
export function removeService(list: ServiceList, id: string): ServiceSettings[] {
  const others = list.filter((service) => service.id !== id);
  return others.length === 0 ? [...list] : others;
}

/** What `restoreService` needs to undo the removal of a service. */
export function removedService(list: ServiceList, id: string): RemovedService | null {
  const index = list.findIndex((service) => service.id === id);
  const service = list[index];
  return service ? { service, index } : null;
}

/** Undoes a removal. The same list if the service is on it, or if it is full. */
export function restoreService(list: ServiceList, removed: RemovedService): ServiceSettings[] {
  return insertService(list, removed);
}

/**
 * Adds a copy with the same base URL and headers right after a service. It is paused, because it
 * would only repeat the service before it until the user changes it.
 */
export function duplicateService(
  list: ServiceList,
  id: string,
  newId: string = crypto.randomUUID(),
): ServiceSettings[] {
  const found = removedService(list, id);
  if (!found) return [...list];
  const service = { ...found.service, id: newId, isPaused: true, mayMixUnverified: false };
  return insertService(list, { service, index: found.index + 1 });
}

function insertService(list: ServiceList, { service, index }: RemovedService): ServiceSettings[] {
  const isListed = list.some(({ id }) => id === service.id);
  return isListed || isFull(list) ? [...list] : list.toSpliced(index, 0, service);
}

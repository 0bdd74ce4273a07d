import type { ConnectionSettings, EditedService, ServiceSettings } from '../settings.ts';
import { MAX_SERVICES } from '../../base/limits.ts';
import { fitName } from '../../base/text/fit-name.ts';

// The list of price services. It is never empty, and its order is the order of use.

export type ServiceList = readonly ServiceSettings[];

export type ServiceChange = Partial<Omit<ServiceSettings, 'id'>>;

interface RemovedService {
  service: ServiceSettings;
  index: number;
}

/** A new service never takes headers from another service. */
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

/** The service's name or host, never its path, which may be a secret. */
export function serviceName({ name, baseUrl }: Pick<ServiceSettings, 'name' | 'baseUrl'>): string {
  return name === '' ? new URL(baseUrl).host : name;
}

/** Equal for services that share a client. */
export function serviceKey({ baseUrl, headers }: ConnectionSettings): string {
  return JSON.stringify({ baseUrl, headers });
}

/** `null` if all are paused. */
export function preferredService(list: ServiceList): ServiceSettings | null {
  return list.find(({ isPaused }) => !isPaused) ?? null;
}

export function isFull(list: ServiceList): boolean {
  return list.length >= MAX_SERVICES;
}

/** Returns the same list if it is full. */
export function addService(list: ServiceList, service: ServiceSettings): ServiceSettings[] {
  return restoreService(list, { service, index: list.length });
}

/** Consent to unverified prices ends with a change of the base URL. */
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

/** @param index the new place; out of range, the nearest possible place */
export function moveService(list: ServiceList, id: string, index: number): ServiceSettings[] {
  const moved = list.filter((service) => service.id === id);
  const others = list.filter((service) => service.id !== id);
  return others.toSpliced(Math.max(0, index), 0, ...moved);
}

/** Returns the same list if it contains only this service. */
export function removeService(list: ServiceList, id: string): ServiceSettings[] {
  const others = list.filter((service) => service.id !== id);
  return others.length === 0 ? [...list] : others;
}

export function removedService(list: ServiceList, id: string): RemovedService | null {
  const index = list.findIndex((service) => service.id === id);
  const service = list[index];
  return service ? { service, index } : null;
}

/** Returns the same list if the service is on it, or if it is full. */
export function restoreService(
  list: ServiceList,
  { service, index }: RemovedService,
): ServiceSettings[] {
  const isListed = list.some(({ id }) => id === service.id);
  return isListed || isFull(list) ? [...list] : list.toSpliced(index, 0, service);
}

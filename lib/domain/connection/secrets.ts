import type { ConnectionSettings } from '../settings.ts';

/** The secrets of all services. */
export function allSecrets(services: readonly ConnectionSettings[]): string[] {
  return services.flatMap(connectionSecrets);
}

/**
 * The parts of a service's settings that may be secret: header values, their words after the
 * scheme ("Bearer …"), and the segments of the base URL's path, which some services use as a key.
 * However short they are, no text that contains one is shown or recorded.
 */
export function connectionSecrets({ baseUrl, headers }: ConnectionSettings): string[] {
  const values = headers.map(({ value }) => value);
  const words = values.flatMap((value) => value.split(/\s+/).slice(1));
  const segments = new URL(baseUrl).pathname.split('/');
  return [...values, ...words, ...segments].filter((text) => text !== '');
}

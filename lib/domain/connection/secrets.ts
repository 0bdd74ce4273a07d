import type { ConnectionSettings } from '../settings.ts';

export function allSecrets(services: readonly ConnectionSettings[]): string[] {
  return services.flatMap(connectionSecrets);
}

/**
 * Header values, their words after the scheme ("Bearer …"), and the segments of the base URL's
 * path, which some services use as a key. Text that contains any of these is never shown or
 * recorded.
 */
export function connectionSecrets({ baseUrl, headers }: ConnectionSettings): string[] {
  const values = headers.map(({ value }) => value);
  const words = values.flatMap((value) => value.split(/\s+/).slice(1));
  const segments = new URL(baseUrl).pathname.split('/');
  return [...values, ...words, ...segments].filter((text) => text !== '');
}

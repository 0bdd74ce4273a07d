import { browser } from 'wxt/browser';

/** Whether the user granted reading this service past its cross-origin rules. */
export async function hasAccess(baseUrl: string): Promise<boolean> {
  try {
    return await browser.permissions.contains({ origins: [originPattern(baseUrl)] });
  } catch {
    // A host that no pattern can name, such as some IPv6 addresses: then nothing was granted.
    return false;
  }
}

/**
 * Asks the user for access to this one host. To be called in the click handler before any await:
 * Firefox refuses it elsewhere. The answer may never come, so nothing may wait for it that works
 * without it.
 *
 * @returns whether it was granted
 */
export function requestAccess(baseUrl: string): Promise<boolean> {
  return browser.permissions.request({ origins: [originPattern(baseUrl)] });
}

/** Gives the access back. */
export async function removeAccess(baseUrl: string): Promise<void> {
  await browser.permissions.remove({ origins: [originPattern(baseUrl)] });
}

/** Without the port: Firefox knows none in its patterns, and then every port of the host is meant. */
function originPattern(baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl);
  return `${protocol}//${hostname}/*`;
}

import { browser } from 'wxt/browser';

/** Whether the user has granted access to this service, which bypasses its cross-origin rules. */
export async function hasAccess(baseUrl: string): Promise<boolean> {
  try {
    return await browser.permissions.contains({ origins: [originPattern(baseUrl)] });
  } catch {
    // No pattern can match some hosts, such as some IPv6 addresses, so access cannot be granted.
    return false;
  }
}

/**
 * Asks the user for access to this one host. Call it in the click handler before any await, or
 * Firefox rejects it. The user may never answer, so anything that works without access must not
 * wait for it.
 *
 * @returns whether it was granted
 */
export function requestAccess(baseUrl: string): Promise<boolean> {
  return browser.permissions.request({ origins: [originPattern(baseUrl)] });
}

/** Removes the access to this host. */
export async function removeAccess(baseUrl: string): Promise<void> {
  await browser.permissions.remove({ origins: [originPattern(baseUrl)] });
}

/** Without the port, because Firefox does not allow one. The pattern matches every port. */
function originPattern(baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl);
  return `${protocol}//${hostname}/*`;
}

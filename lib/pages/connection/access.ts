import { browser } from 'wxt/browser';

/** Granted access bypasses the service's cross-origin rules. */
export async function hasAccess(baseUrl: string): Promise<boolean> {
  try {
    return await browser.permissions.contains({ origins: [originPattern(baseUrl)] });
  } catch {
    // No pattern matches some hosts, such as some IPv6 addresses.
    return false;
  }
}

/**
 * Asks for access to this host and resolves with the answer. Call it in the click handler before
 * any await, or Firefox rejects it. The user may never answer.
 */
export function requestAccess(baseUrl: string): Promise<boolean> {
  return browser.permissions.request({ origins: [originPattern(baseUrl)] });
}

export async function removeAccess(baseUrl: string): Promise<void> {
  await browser.permissions.remove({ origins: [originPattern(baseUrl)] });
}

/** Firefox allows no port. The pattern matches every port. */
function originPattern(baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl);
  return `${protocol}//${hostname}/*`;
}

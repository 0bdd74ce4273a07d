import { browser, type Browser } from 'wxt/browser';
import { IS_FIREFOX } from '../toolbar-button.ts';

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
 * Asks for access to this host and resolves with the user's choice. Call it in the click handler
 * before any await, or Firefox rejects it. The user may never respond.
 */
export function requestAccess(baseUrl: string): Promise<boolean> {
  return browser.permissions.request({ origins: [originPattern(baseUrl)] });
}

export async function removeAccess(baseUrl: string): Promise<void> {
  await browser.permissions.remove({ origins: [originPattern(baseUrl)] });
}

/**
 * Firefox requires the user's consent before a token is sent. Call it in the handler of a user
 * action before any await; elsewhere it only reports whether consent was given.
 */
export async function requestTokenConsent(): Promise<boolean> {
  return !IS_FIREFOX || request({ data_collection: ['authenticationInfo'] });
}

/**
 * Asks for access to an address for notifications, and in Firefox for consent to send their
 * content, which may include the value of holdings. Call it like `requestTokenConsent`.
 */
export async function requestForwarding(address: string): Promise<boolean> {
  const consent = IS_FIREFOX ? { data_collection: ['financialAndPaymentInfo'] } : {};
  return request({ origins: [originPattern(address)], ...consent });
}

async function request(wanted: object): Promise<boolean> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Chrome's types lack data_collection
  const permissions = wanted as Browser.permissions.Permissions;
  return browser.permissions
    .request(permissions)
    .catch(() => browser.permissions.contains(permissions));
}

/** Firefox does not allow a port in patterns. The pattern matches every port. */
function originPattern(baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl);
  return `${protocol}//${hostname}/*`;
}

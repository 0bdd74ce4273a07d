import { browser } from 'wxt/browser';

/** The version of this extension. */
export function extensionVersion(): string {
  return browser.runtime.getManifest().version;
}

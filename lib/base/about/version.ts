import { browser } from 'wxt/browser';

export function extensionVersion(): string {
  return browser.runtime.getManifest().version;
}

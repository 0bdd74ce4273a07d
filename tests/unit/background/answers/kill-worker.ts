import { browser } from 'wxt/browser';

/** Ends the worker: it no longer sees any question. */
export function killWorker(): void {
  const { onChanged } = browser.storage.session;
  (onChanged as unknown as { removeAllListeners: () => void }).removeAllListeners();
}

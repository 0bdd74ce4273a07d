import type { Page } from 'puppeteer-core';
import { withWorker } from './chromium-worker.ts';

/**
 * Dispatches the event of a click in the extension's worker, because no driver reaches the
 * notifications themselves. The worker must be running.
 */
export async function pressInWorker(page: Page, id: string): Promise<void> {
  await withWorker(page, async (worker) => {
    const expression = `chrome.notifications.onClicked.dispatch(${JSON.stringify(id)})`;
    const { exceptionDetails } = await worker.send('Runtime.evaluate', { expression });
    if (exceptionDetails) throw new Error(`The worker refused: ${exceptionDetails.text}`);
  });
}

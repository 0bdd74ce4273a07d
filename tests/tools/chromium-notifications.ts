import type { Page } from 'puppeteer-core';
import { withWorker } from './chromium-worker.ts';

/**
 * Dispatches the event of a click in the extension's worker, because no driver reaches the
 * notifications themselves. The worker must be running.
 *
 * @param button its index; without it, the notification itself is clicked
 */
export async function pressInWorker(page: Page, id: string, button?: number): Promise<void> {
  const event = button === undefined ? 'onClicked' : 'onButtonClicked';
  const given = [id, ...(button === undefined ? [] : [button])].map((one) => JSON.stringify(one));
  await withWorker(page, async (worker) => {
    const expression = `chrome.notifications.${event}.dispatch(${given.join(', ')})`;
    const { exceptionDetails } = await worker.send('Runtime.evaluate', { expression });
    if (exceptionDetails) throw new Error(`The worker refused: ${exceptionDetails.text}`);
  });
}

import type { CDPSession, Page } from 'puppeteer-core';

/**
 * Tells the extension's worker what Chromium tells it of a click: no driver reaches the
 * notifications themselves. The worker must be running.
 *
 * @param button its place; absent: the notification itself
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

/** Attached only as long as it takes: a debugger keeps the worker alive. */
async function withWorker(page: Page, work: (worker: CDPSession) => Promise<void>): Promise<void> {
  const session = await page.browser().target().createCDPSession();
  try {
    const { targetInfos } = await session.send('Target.getTargets', {
      filter: [{ type: 'service_worker' }],
    });
    const { origin } = new URL(page.url());
    const target = targetInfos.find(({ url }) => new URL(url).origin === origin);
    if (!target) throw new Error('No worker of the extension is running.');
    const { targetId } = target;
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: true });
    const worker = session.connection()?.session(sessionId);
    if (!worker) throw new Error('The worker cannot be attached to.');
    await work(worker);
  } finally {
    await session.detach();
  }
}

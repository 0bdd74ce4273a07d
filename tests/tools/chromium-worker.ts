import type { CDPSession, Page } from 'puppeteer-core';
import { pause } from './until.ts';

/**
 * Runs `work` with a debugger of the extension's worker, which must be running. The debugger is
 * detached afterward, because it keeps the worker alive.
 *
 * @param page any page of the extension
 */
export async function withWorker<T>(
  page: Page,
  work: (worker: CDPSession) => Promise<T>,
): Promise<T> {
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
    return await work(worker);
  } finally {
    await session.detach();
  }
}

const COLLECTIONS = 4;
const BETWEEN_MS = 130;

/**
 * The bytes in the worker's heap after garbage collection. The least of several measurements, because
 * the worker may be busy during some of them.
 */
export async function heldBytes(page: Page): Promise<number> {
  return await withWorker(page, async (worker) => {
    await worker.send('HeapProfiler.enable');
    const found: number[] = [];
    while (found.length < COLLECTIONS) {
      await worker.send('HeapProfiler.collectGarbage');
      const { usedSize, embedderHeapUsedSize, backingStorageSize } =
        await worker.send('Runtime.getHeapUsage');
      found.push(usedSize + embedderHeapUsedSize + backingStorageSize);
      await pause(BETWEEN_MS);
    }
    return Math.min(...found);
  });
}

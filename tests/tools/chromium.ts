import { launch, TargetType, type Page } from 'puppeteer-core';
import { pressInWorker } from './chromium-notifications.ts';
import { createExtensionPages } from './extension-pages.ts';
import type { ExtensionBrowser, LaunchOptions } from './extension.ts';
import { commonOptions, orClose } from './launch-parts.ts';
import { watchWorkers } from './page-watch.ts';
import { within } from './until.ts';

const STOP_TIMEOUT_MS = 30_000;

/** Starts Chromium, Chrome or Edge. No debugger is attached to the worker, so it ends as usual. */
export async function launchChromium(
  executablePath: string,
  options: LaunchOptions,
): Promise<ExtensionBrowser> {
  const { extensionDir, watchesWorker = false } = options;
  const browser = await launch({
    ...commonOptions(executablePath, options),
    // Installing an extension through the protocol needs the pipe. Branded Chrome ignores
    // --load-extension.
    pipe: true,
    enableExtensions: true,
    // An attached debugger would keep the worker alive.
    targetFilter: (target) => watchesWorker || target.type() !== TargetType.SERVICE_WORKER,
    args: chromiumFlags(options),
  });
  return orClose(browser, async () => {
    const id = await browser.installExtension(extensionDir);
    const { common, workbench, violations, consoleLines } = createExtensionPages(
      browser,
      `chrome-extension://${id}`,
      (page, url) => page.goto(url),
    );
    if (watchesWorker) watchWorkers(browser, consoleLines);
    return {
      ...common,
      kind: 'chromium',
      version: await browser.version(),
      pressNotification: async (shown, button) => pressInWorker(await workbench(), shown, button),
      async reinstall() {
        await common.closeWorkbench();
        await browser.installExtension(extensionDir);
      },
      stopWorker: async () => stopWorkers(await workbench()),
      setColorScheme: (page, value) =>
        page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]),
      cspViolations: () => Promise.resolve([...violations]),
      close: () => browser.close(),
    };
  });
}

function chromiumFlags(options: LaunchOptions): string[] {
  const { headless = true, isEnglish, loopbackOnly, windowSize } = options;
  const flags = [
    '--no-first-run',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  if (isEnglish) flags.push('--lang=en-US');
  if (windowSize) {
    flags.push('--window-position=0,0', `--window-size=${windowSize.width},${windowSize.height}`);
  }
  if (headless) flags.push('--disable-gpu');
  // Chromium's sandbox does not start for root.
  if (process.getuid?.() === 0) flags.push('--no-sandbox');
  if (loopbackOnly) {
    flags.push('--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost');
  }
  return flags;
}

async function stopWorkers(page: Page): Promise<void> {
  const session = await page.createCDPSession();
  try {
    const running = new Map<string, string>();
    const stopped = new Promise<void>((done) => {
      session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        for (const { versionId, runningStatus } of versions) {
          if (runningStatus === 'stopped' && running.has(versionId)) done();
          running.set(versionId, runningStatus);
        }
      });
    });
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    const isRunning = [...running.values()].some((status) => status !== 'stopped');
    if (isRunning) await within(() => stopped, STOP_TIMEOUT_MS);
  } finally {
    await session.detach();
  }
}

import { launch, TargetType, type Browser, type Page } from 'puppeteer-core';
import { setCrash } from './browser-crash.ts';
import { withWorker } from './chromium-worker.ts';
import { createExtensionPages, createTabs } from './extension-pages.ts';
import type { InstalledExtension, HostOptions } from './extension.ts';
import { commonOptions, removeWith, type BrowserHost } from './launch-parts.ts';
import { BROWSER_WAIT_MS } from './limits.ts';
import { watchWorkers } from './page-watch.ts';
import { within } from './until.ts';

/** Starts Chromium, Chrome or Edge. No debugger is attached to the worker, so it ends as usual. */
export async function launchChromium(
  executablePath: string,
  options: HostOptions,
): Promise<BrowserHost> {
  const { watchesWorker = false } = options;
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
  setCrash(false);
  const nextTab = createTabs(browser);
  return {
    install: (extensionDir) => install(browser, { extensionDir, nextTab, watchesWorker }),
    close: () => browser.close(),
  };
}

interface InstallParts {
  extensionDir: string;
  nextTab: () => Promise<Page>;
  watchesWorker: boolean;
}

/** Its folder is its identity: storage of an extension in another folder is separate. */
async function install(
  browser: Browser,
  { extensionDir, nextTab, watchesWorker }: InstallParts,
): Promise<InstalledExtension> {
  const id = await browser.installExtension(extensionDir);
  const { common, workbench, violations, consoleLines } = createExtensionPages(browser, {
    origin: `chrome-extension://${id}`,
    nextTab,
    goTo: (page, url) => page.goto(url),
    resetLook: (page) => page.emulateMediaFeatures([]),
  });
  if (watchesWorker) watchWorkers(browser, consoleLines);
  return {
    ...common,
    kind: 'chromium',
    version: await browser.version(),
    pressNotification: async (shown) => pressInWorker(await workbench(), shown),
    async reinstall() {
      await common.closeOwnTabs();
      await browser.installExtension(extensionDir);
    },
    stopWorker: async () => stopWorkers(await workbench()),
    setColorScheme: (page, value) =>
      page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]),
    cspViolations: () => Promise.resolve([...violations]),
    remove: () => removeWith(browser, () => browser.uninstallExtension(id)),
  };
}

function chromiumFlags(options: HostOptions): string[] {
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
    if (isRunning) await within(() => stopped, BROWSER_WAIT_MS);
  } finally {
    await session.detach();
  }
}

/**
 * Dispatches the event of a click in the extension's worker, because no driver reaches the
 * notifications themselves. The worker must be running.
 */
async function pressInWorker(page: Page, id: string): Promise<void> {
  await withWorker(page, async (worker) => {
    const expression = `chrome.notifications.onClicked.dispatch(${JSON.stringify(id)})`;
    const { exceptionDetails } = await worker.send('Runtime.evaluate', { expression });
    if (exceptionDetails) throw new Error(`The worker refused: ${exceptionDetails.text}`);
  });
}

import { launch, TargetType, type Page } from 'puppeteer-core';
import { pressInWorker } from './chromium-notifications.ts';
import {
  workbenchCalls,
  WORKBENCH,
  type ExtensionBrowser,
  type LaunchOptions,
} from './extension.ts';
import { createTabs, findTab, signalHandling } from './launch-parts.ts';
import { watchPage } from './page-watch.ts';
import { createWorkbench } from './workbench.ts';
import { within } from './until.ts';

const STOP_TIMEOUT_MS = 10_000;

/** Starts Chromium, Chrome or Edge; nothing is attached to the worker, which lives as it would. */
export async function launchChromium(
  executablePath: string,
  options: LaunchOptions,
): Promise<ExtensionBrowser> {
  const { headless = true, extensionDir, profileDir, loopbackOnly = false } = options;
  const takeTab = createTabs();
  const browser = await launch({
    executablePath,
    headless,
    // Loading an extension through the protocol needs the pipe; --load-extension is not obeyed by
    // branded Chrome.
    pipe: true,
    enableExtensions: true,
    ...(profileDir === undefined ? {} : { userDataDir: profileDir }),
    // An attached debugger would keep the worker alive.
    targetFilter: (target) => target.type() !== TargetType.SERVICE_WORKER,
    ...signalHandling(options.endsOnSignals ?? true),
    defaultViewport: headless ? { width: 1_000, height: 800 } : null,
    args: chromiumFlags({ headless, loopbackOnly }),
  });
  const gone = new Promise<void>((done) => browser.once('disconnected', () => done()));
  const violations: string[] = [];
  const pageErrors: string[] = [];
  const consoleLines: string[] = [];

  try {
    const id = await browser.installExtension(extensionDir);
    const open = async (path: string): Promise<Page> => {
      const page = await takeTab(browser);
      watchPage(page, { violations, pageErrors, consoleLines });
      await page.goto(`chrome-extension://${id}/${path}`);
      return page;
    };
    const workbench = createWorkbench(() => open(WORKBENCH));
    return {
      ...workbenchCalls(workbench.page),
      kind: 'chromium',
      version: await browser.version(),
      openPage: open,
      findPage: (path) => findTab(browser, `chrome-extension://${id}/${path}`),
      pressNotification: async (shown, button) =>
        pressInWorker(await workbench.page(), shown, button),
      stopWorker: async () => stopWorkers(await workbench.page()),
      setColourScheme: (page, value) =>
        page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]),
      cspViolations: () => Promise.resolve([...violations]),
      pageErrors,
      consoleLines,
      closeWorkbench: workbench.close,
      gone,
      close: () => browser.close(),
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

function chromiumFlags(options: { headless: boolean; loopbackOnly: boolean }): string[] {
  const flags = [
    '--no-first-run',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  if (options.headless) flags.push('--disable-gpu');
  // Chromium's sandbox refuses to start for root.
  if (process.getuid?.() === 0) flags.push('--no-sandbox');
  if (options.loopbackOnly) {
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

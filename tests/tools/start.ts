import { startHistoryService, type HistoryService } from '../history-service/server.ts';
import { startPriceService, type PriceService } from '../price-service/server.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import { BrowserMissingError, findBrowser, type BrowserKind } from './browsers.ts';
import { buildExtension } from './build.ts';
import type { ExtensionBrowser, LaunchOptions } from './extension.ts';
import { provideBrowser } from './install-browser.ts';
import { launchExtension } from './launch-extension.ts';
import { formatPopup, readPopup, type PopupView } from './popup-reader.ts';
import { POPUP_VIEWPORT, takeScreenshots } from './screenshots.ts';
import { parseStartOptions, START_HELP, UsageError, type StartOptions } from './start-options.ts';
import { startWatchlist } from './start-watchlist.ts';
import { pause } from './until.ts';

const PRINT_EVERY_MS = 1_000;

// Closed in reverse order, once, however the run ends.
const endings: (() => Promise<void>)[] = [];

try {
  const options = parseStartOptions(process.argv.slice(2));
  if (options.help) console.log(START_HELP);
  else await start(options);
} catch (error) {
  process.exitCode = 1;
  const isExpected = error instanceof UsageError || error instanceof BrowserMissingError;
  console.error(isExpected ? error.message : error);
} finally {
  await end();
}

async function start(options: StartOptions): Promise<void> {
  const headless = options.headless || !hasDisplay();
  const kind = await chooseBrowser(options.browser);
  console.log('Building the extension …');
  const extensionDir = await buildExtension(kind);
  const service = await startService(options);
  const history = service && (await startHistory());
  const browser = await openBrowser(kind, {
    headless,
    extensionDir,
    // The browser needs only the local service and must not reach the default one.
    loopbackOnly: service !== undefined,
    endsOnSignals: false,
  });
  endings.push(() => browser.close());
  endOnSignals(headless);

  await browser.storageSet('local', {
    connection: { baseUrl: service?.url ?? options.baseUrl, headers: options.headers },
    ...(service ? await startWatchlist(service) : {}),
    // The local service signs with test keys, which only this browser profile trusts.
    ...(service ? { trust: trustInLocal() } : {}),
    ...(history ? { historyServices: { first: { baseUrl: history.url, headers: [] } } } : {}),
  });
  console.log(`${browser.version} runs Pricelight with ${describeService(options)}.`);
  if (headless) await printAndPhotograph(browser, options.seconds, service);
  else await stayOpen(browser);
}

/** Explains a failed start: `DISPLAY` may name a display that does not exist. */
async function openBrowser(kind: BrowserKind, options: LaunchOptions): Promise<ExtensionBrowser> {
  try {
    return await launchExtension(kind, options);
  } catch (error) {
    if (options.headless) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BrowserMissingError(
      `The browser opened no window; npm start -- --headless needs none. Its reason: ${reason}`,
      { cause: error },
    );
  }
}

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

/** The named browser, otherwise an installed one, otherwise one that can be installed. */
async function chooseBrowser(named: BrowserKind | undefined): Promise<BrowserKind> {
  if (named !== undefined) return (await provideBrowser(named)).kind;
  for (const kind of ['chromium', 'firefox'] as const) {
    try {
      return findBrowser(kind).kind;
    } catch (error) {
      if (!(error instanceof BrowserMissingError)) throw error;
    }
  }
  return (await provideBrowser('chromium')).kind;
}

async function startService(options: StartOptions): Promise<PriceService | undefined> {
  if (options.baseUrl !== undefined) return undefined;
  const service = await startPriceService();
  endings.push(() => service.close());
  return service;
}

/** Candles that agree with the prices of the local service. */
async function startHistory(): Promise<HistoryService> {
  const history = await startHistoryService();
  endings.push(() => history.close());
  return history;
}

// A base URL may hold a token, so it is not printed.
function describeService({ baseUrl }: StartOptions): string {
  return baseUrl === undefined ? 'the local price service' : 'the price service of --base-url';
}

async function printAndPhotograph(
  browser: ExtensionBrowser,
  seconds: number,
  service: PriceService | undefined,
): Promise<void> {
  const popup = await browser.openPage('popup.html', POPUP_VIEWPORT);
  let view: PopupView = { connection: '', rows: [] };
  let hasPrice = false;
  for (let second = 1; second <= seconds; second += 1) {
    await pause(PRINT_EVERY_MS);
    view = await readPopup(popup);
    hasPrice ||= view.rows.some(({ value }) => value !== null);
    console.log(`\n${formatPopup(view, new Date())}`);
  }
  // Wait until the marks of changed prices have faded.
  service?.setRate(0);
  const files = await takeScreenshots(browser, popup);
  console.log(`\nScreenshots:\n${files.map((file) => `  ${file}`).join('\n')}`);
  if (hasPrice) return;
  process.exitCode = 1;
  const reason = view.connection === '' ? 'the popup shows no connection' : view.connection;
  console.error(`No price arrived within ${seconds} s: ${reason}`);
}

async function stayOpen(browser: ExtensionBrowser): Promise<void> {
  await browser.openPage('popup.html');
  await browser.closeOwnTabs();
  console.log('Pin Pricelight to the toolbar to see its badge. Ctrl-C, or closing it, ends this.');
  await browser.gone;
}

function endOnSignals(headless: boolean): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // With a window, Ctrl-C is the usual way to leave.
      void end().then(() => process.exit(headless ? 130 : 0));
    });
  }
}

async function end(): Promise<void> {
  for (const ending of endings.splice(0).toReversed()) {
    await ending().catch((error: unknown) => console.error(error));
  }
}

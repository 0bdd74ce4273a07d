import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { startHistoryService } from '../history-service/server.ts';
import { startPriceService, type PriceService } from '../price-service/server.ts';
import { BrowserMissingError, type BrowserKind } from './browsers.ts';
import { buildExtension, OUTPUT } from './build.ts';
import type { ExtensionBrowser } from './extension.ts';
import { provideBrowser } from './install-browser.ts';
import { launchExtension } from './launch-extension.ts';
import { localItems } from './local-items.ts';
import { OPTIONS_SIZE, photographThemes, POPUP_SIZE, POPUP_VIEWPORT } from './photograph.ts';
import { formatPopup, readPopup } from './popup-reader.ts';
import { pause } from './until.ts';

const HELP = `npm start -- [options]

Builds Pricelight, starts a local price service and opens a browser with the extension in it.

  --headless           no window: prints the watchlist once a second as the popup page shows it,
                       writes screenshots to .output/screenshots and ends. So it is where there
                       is no display.
  --seconds N          how long the headless run prints; default 10
  --browser NAME       chromium (also Chrome or Edge; the default) or firefox
  --base-url URL       no local price service: use this one
  --header 'Name: v'   sent with every call to --base-url; may be repeated
  --help               this text`;

const PRINT_EVERY_MS = 1_000;

/** Arguments that are not valid, in one sentence. Never contains a header value or a URL. */
class UsageError extends Error {
  override name = 'UsageError';
}

// Closed in reverse order, once, however the run ends.
const endings: (() => Promise<void>)[] = [];

try {
  const options = readOptions();
  if (options.help) console.log(HELP);
  else await start(options);
} catch (error) {
  process.exitCode = 1;
  const isExpected = error instanceof UsageError || error instanceof BrowserMissingError;
  console.error(isExpected ? error.message : error);
} finally {
  await end();
}

function readOptions() {
  const { browser: kind, 'base-url': baseUrl, header, ...values } = parse();
  if (!isBrowser(kind)) throw new UsageError('--browser takes chromium or firefox.');
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new UsageError('--seconds takes a number above 0.');
  const url = baseUrl === undefined ? null : URL.parse(baseUrl);
  if (baseUrl !== undefined && (!url || !/^https?:$/.test(url.protocol) || url.username !== '')) {
    throw new UsageError('--base-url takes an http or https URL; send credentials with --header.');
  }
  if (header.length > 0 && baseUrl === undefined) {
    throw new UsageError('--header goes with --base-url: the local price service needs none.');
  }
  return { ...values, kind, seconds, baseUrl, headers: header.map(headerOf) };
}

type Options = ReturnType<typeof readOptions>;

function parse() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        headless: { type: 'boolean', default: false },
        seconds: { type: 'string', default: '10' },
        browser: { type: 'string', default: 'chromium' },
        'base-url': { type: 'string' },
        header: { type: 'string', multiple: true, default: [] },
      },
    }).values;
  } catch {
    // The reason could quote a part of a header.
    throw new UsageError('An argument is not known, or a value with spaces needs quotes.');
  }
}

function isBrowser(name: string): name is BrowserKind {
  return name === 'chromium' || name === 'firefox';
}

function headerOf(text: string): { name: string; value: string } {
  const { name, value } = /^(?<name>[\w-]+):\s*(?<value>.+)$/.exec(text)?.groups ?? {};
  if (!name || !value) throw new UsageError("--header takes 'Name: value'.");
  return { name, value };
}

async function start({ kind, seconds, baseUrl, headers, ...options }: Options): Promise<void> {
  const headless = options.headless || !hasDisplay();
  await provideBrowser(kind);
  console.log('Building the extension …');
  const extensionDir = await buildExtension(kind);
  const local = baseUrl === undefined ? await startServices() : undefined;
  const browser = await launchExtension(kind, {
    headless,
    extensionDir,
    // The browser needs only the local service and must not reach the default one.
    loopbackOnly: local !== undefined,
    endsOnSignals: false,
  });
  endings.push(() => browser.close());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // With a window, Ctrl-C is the usual way to leave.
    process.on(signal, () => void end().then(() => process.exit(headless ? 130 : 0)));
  }
  await browser.storageSet('local', local?.items ?? { connection: { baseUrl, headers } });
  // A base URL may hold a token, so it is not printed.
  const service = local ? 'the local price service' : 'the price service of --base-url';
  console.log(`${browser.version} runs Pricelight with ${service}.`);
  if (headless) await printAndPhotograph(browser, seconds, local?.service);
  else await stayOpen(browser);
}

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

async function startServices() {
  const service = await startPriceService();
  endings.push(() => service.close());
  const history = await startHistoryService();
  endings.push(() => history.close());
  return { service, items: localItems(service, history) };
}

async function printAndPhotograph(
  browser: ExtensionBrowser,
  seconds: number,
  service: PriceService | undefined,
): Promise<void> {
  const popup = await browser.openPage('popup.html', POPUP_VIEWPORT);
  let connection = '';
  let hasPrice = false;
  for (let second = 1; second <= seconds; second += 1) {
    await pause(PRINT_EVERY_MS);
    const view = await readPopup(popup);
    ({ connection } = view);
    hasPrice ||= view.rows.some(({ value }) => value !== null);
    console.log(`\n${formatPopup(view, new Date())}`);
  }
  // The marks of changed prices fade.
  service?.setRate(0);
  const folder = join(OUTPUT, 'screenshots');
  const list = { view: 'popup.html', size: POPUP_SIZE };
  const options = { view: 'options.html', size: OPTIONS_SIZE, isWhole: true };
  const files = [
    ...(await photographThemes(browser, list, join(folder, 'popup'))),
    ...(await photographThemes(browser, options, join(folder, 'options'))),
  ];
  console.log(`\nScreenshots:\n${files.map((file) => `  ${file}`).join('\n')}`);
  if (hasPrice) return;
  process.exitCode = 1;
  const reason = connection === '' ? 'the popup shows no connection' : connection;
  console.error(`No price arrived within ${seconds} s: ${reason}`);
}

async function stayOpen(browser: ExtensionBrowser): Promise<void> {
  await browser.openPage('popup.html');
  await browser.closeOwnTabs();
  console.log('Pin Pricelight to the toolbar to see its badge. Ctrl-C, or closing it, ends this.');
  await browser.gone;
}

async function end(): Promise<void> {
  for (const ending of endings.splice(0).toReversed()) {
    await ending().catch((error: unknown) => console.error(error));
  }
}

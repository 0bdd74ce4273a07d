import { parseArgs } from 'node:util';
import type { BrowserKind } from './browsers.ts';

export const START_HELP = `npm start -- [options]

Builds Pricelight, starts a local price service and opens a browser with the extension in it.

  --headless           no window: prints the watchlist once a second as the popup page shows it,
                       writes screenshots to .output/screenshots and ends. So it is where there
                       is no display.
  --seconds N          how long the headless run prints; default 10
  --browser NAME       chromium (also Chrome or Edge) or firefox; default: what is installed
  --base-url URL       no local price service: use this one
  --header 'Name: v'   sent with every call to --base-url; may be repeated
  --help               this text`;

export interface StartOptions {
  help: boolean;
  headless: boolean;
  seconds: number;
  browser: BrowserKind | undefined;
  baseUrl: string | undefined;
  headers: { name: string; value: string }[];
}

/** Arguments that are not valid, in one sentence. Never contains a header value or a URL. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Reads the arguments of `npm start`. */
export function parseStartOptions(args: string[]): StartOptions {
  const { help, headless, seconds, browser, 'base-url': baseUrl, header } = parse(args);
  const kind = browser === 'chrome' || browser === 'edge' ? 'chromium' : browser;
  if (kind !== undefined && kind !== 'chromium' && kind !== 'firefox') {
    throw new UsageError('--browser takes chromium or firefox.');
  }
  if (!(Number.isInteger(Number(seconds)) && Number(seconds) > 0)) {
    throw new UsageError('--seconds takes a whole number above 0.');
  }
  const url = baseUrl === undefined ? null : URL.parse(baseUrl);
  if (baseUrl !== undefined && (!url || !/^https?:$/.test(url.protocol) || url.username !== '')) {
    throw new UsageError('--base-url takes an http or https URL; send credentials with --header.');
  }
  if (header.length > 0 && baseUrl === undefined) {
    throw new UsageError('--header goes with --base-url: the local price service needs none.');
  }
  return {
    help,
    headless,
    seconds: Number(seconds),
    browser: kind,
    baseUrl,
    headers: header.map(headerOf),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        headless: { type: 'boolean', default: false },
        seconds: { type: 'string', default: '10' },
        browser: { type: 'string' },
        'base-url': { type: 'string' },
        header: { type: 'string', multiple: true, default: [] },
      },
    }).values;
  } catch (cause) {
    // The reason could quote a part of a header.
    const sentence = 'An argument is not known, or a value with spaces needs quotes (see --help).';
    throw new UsageError(sentence, { cause });
  }
}

function headerOf(text: string): { name: string; value: string } {
  const [name = '', ...rest] = text.split(':');
  const header = { name: name.trim(), value: rest.join(':').trim() };
  try {
    // `Headers` rejects what no request can contain.
    if (header.value !== '' && new Headers([[header.name, header.value]]).has(header.name)) {
      return header;
    }
  } catch {
    // The reason would quote the value.
  }
  throw new UsageError("--header takes 'Name: value'.");
}

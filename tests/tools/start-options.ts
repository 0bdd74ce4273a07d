import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserKind } from './browsers.ts';

export const START_HELP = `npm start -- [options]

Builds Pricelight, starts a local price service and opens a browser with the extension in it.

  --headless           no window: prints the watchlist once a second as the popup page shows it,
                       writes screenshots to .output/screenshots and ends. So it is where there
                       is no display.
  --seconds N          how long the headless run prints; default 10
  --browser NAME       chromium (also Chrome or Edge) or firefox; default: what is installed
  --replay DIR         the local price service answers with the recorded answers of this folder
  --base-url URL       no local price service: use this one
  --header 'Name: v'   sent with every call to --base-url; may be repeated
  --help               this text`;

export interface StartOptions {
  help: boolean;
  headless: boolean;
  seconds: number;
  browser: BrowserKind | undefined;
  replayDir: string | undefined;
  baseUrl: string | undefined;
  headers: { name: string; value: string }[];
}

/** Arguments that are not valid, in one sentence. Never contains a header value or a URL. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Reads the arguments of `npm start`. */
export function parseStartOptions(args: string[]): StartOptions {
  const values = parse(args);
  if (values.replay !== undefined && values['base-url'] !== undefined) {
    throw new UsageError('--replay and --base-url exclude each other: one service at a time.');
  }
  if (values.header !== undefined && values['base-url'] === undefined) {
    throw new UsageError('--header goes with --base-url: the local price service needs none.');
  }
  return {
    help: values.help ?? false,
    headless: values.headless ?? false,
    seconds: secondsOf(values.seconds ?? '10'),
    browser: browserOf(values.browser),
    replayDir: values.replay === undefined ? undefined : folderOf(values.replay),
    baseUrl: values['base-url'] === undefined ? undefined : urlOf(values['base-url']),
    headers: (values.header ?? []).map(headerOf),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        help: { type: 'boolean', short: 'h' },
        headless: { type: 'boolean' },
        seconds: { type: 'string' },
        browser: { type: 'string' },
        replay: { type: 'string' },
        'base-url': { type: 'string' },
        header: { type: 'string', multiple: true },
      },
    }).values;
  } catch (error) {
    throw new UsageError(usageSentence(error), { cause: error });
  }
}

function usageSentence(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') {
    // The argument may be a part of a header.
    return 'There is an argument too many: values with spaces need quotes (see --help).';
  }
  const [sentence = 'The arguments cannot be read'] = String(
    error instanceof Error ? error.message : error,
  ).split(/\.\s|\n/);
  return `${sentence} (see --help).`;
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds > 0) return seconds;
  throw new UsageError('--seconds takes a whole number above 0.');
}

function browserOf(name: string | undefined): BrowserKind | undefined {
  if (name === undefined || name === 'chromium' || name === 'firefox') return name;
  if (name === 'chrome' || name === 'edge') return 'chromium';
  throw new UsageError('--browser takes chromium or firefox.');
}

// npm runs scripts in the project's folder; a relative path refers to the folder npm was called in.
function folderOf(path: string): string {
  const calledIn = process.env['INIT_CWD'];
  const folders = [resolve(path), ...(calledIn === undefined ? [] : [resolve(calledIn, path)])];
  const found = folders.find((folder) => existsSync(folder));
  if (found !== undefined) return found;
  throw new UsageError(`--replay: there is no folder ${path}.`);
}

function urlOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError('--base-url takes an http or https URL.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('--base-url takes no credentials: send them with --header.');
  }
  return text;
}

function headerOf(text: string): { name: string; value: string } {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(colon, 0)).trim();
  const value = text.slice(colon + 1).trim();
  try {
    // `Headers` rejects what no request can contain.
    if (value !== '' && new Headers([[name, value]]).has(name)) return { name, value };
  } catch {
    // The reason would quote the value.
  }
  throw new UsageError("--header takes 'Name: value'.");
}

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

// Another price ticker for the toolbar: plain JavaScript without a build, and like Pricelight's, its
// rows have a name, a price and a line of past prices.
const REPOSITORY = 'https://github.com/oktayla/crypto-market-cap.git';
const COMMIT = 'ac3a799e73966f65f3c743044bd8ca04181f5f4a';
const API = 'https://api.coingecko.com';
const HOURS_A_WEEK = 168;
const GIT_TIMEOUT_MS = 60_000;

const run = promisify(execFile);

/** The other ticker's source cannot be used here. The message is the reason. */
export class OtherTickerError extends Error {
  override name = 'OtherTickerError';
}

/** The other ticker, ready to install. Its popup asks a local service for its rows. */
export interface OtherTicker {
  name: string;
  extensionDir: string;
  /** Path of its popup. */
  popup: string;
  /** Matches each row that has a price, and nothing else. */
  row: string;
  root: string;
  close: () => Promise<void>;
}

/**
 * Downloads the other ticker's source at a fixed commit. The variable BENCH_OTHER_TICKER may name
 * another copy of its repository, such as a local one.
 *
 * @param rows how many rows its popup shows
 * @throws OtherTickerError if the source cannot be downloaded or is not as expected
 */
export async function startOtherTicker(rows: number): Promise<OtherTicker> {
  const extensionDir = await mkdtemp(join(tmpdir(), 'pricelight-other-'));
  const removeDir = (): Promise<void> => rm(extensionDir, { recursive: true, force: true });
  const service = await serveCoins(rows);
  const close = async (): Promise<void> => {
    await service.close();
    await removeDir();
  };
  try {
    await download(extensionDir);
    await connectTo(service.url, extensionDir);
  } catch (error) {
    await close();
    throw error;
  }
  const popup = { popup: '/popup.html', row: '#coin-list tr', root: '#main' };
  return { name: 'crypto-market-cap', extensionDir, ...popup, close };
}

async function download(folder: string): Promise<void> {
  const repository = process.env['BENCH_OTHER_TICKER'] ?? REPOSITORY;
  const git = (...args: string[]) =>
    run('git', ['-C', folder, ...args], {
      timeout: GIT_TIMEOUT_MS,
      // Never asks for a password.
      env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
    });
  try {
    await git('init', '--quiet');
    await git('fetch', '--quiet', '--depth=1', repository, COMMIT);
    await git('checkout', '--quiet', 'FETCH_HEAD');
  } catch (cause) {
    throw new OtherTickerError('its source could not be downloaded', { cause });
  }
}

/**
 * Replaces the address of its service, and removes the style sheet that it loads from the Internet.
 * Without that, its popup is faster than its users see.
 */
async function connectTo(url: string, folder: string): Promise<void> {
  await replaceIn(join(folder, 'script.js'), API, url);
  await replaceIn(join(folder, 'popup.html'), /<link href="https:[^>]*>/, '');
}

async function replaceIn(file: string, before: string | RegExp, after: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const changed = text.replace(before, after);
  if (changed === text) throw new OtherTickerError('its source is not as expected');
  await writeFile(file, changed);
}

async function serveCoins(count: number): Promise<{ url: string; close: () => Promise<void> }> {
  const coins = JSON.stringify(Array.from({ length: count }, (_, n) => coin(n)));
  const server = createServer((_, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', 'application/json').end(coins);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function coin(n: number) {
  const current_price = 64_312.45 / (n + 1);
  const price = Array.from(
    { length: HOURS_A_WEEK },
    (_, hour) => current_price * (1 + Math.sin(hour / 9) / 50),
  );
  return {
    id: `coin-${n}`,
    symbol: `c${n}`,
    name: `Coin ${n}`,
    image: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
    current_price,
    market_cap_rank: n + 1,
    sparkline_in_7d: { price },
  };
}

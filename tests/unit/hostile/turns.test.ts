import { describe, expect, it, vi } from 'vitest';
import { refreshCatalogue } from '@/lib/background/catalogue.ts';
import { createService } from '@/lib/background/service.ts';
import { requestBudget } from '@/lib/storage/connection.ts';
import { BTC } from '../background/feeds.ts';

// However much a service sends, whoever else waits for the worker gets a turn. The one thing that
// cannot be divided is JSON.parse, hence the worker's limit of 4 MiB (30 to 90 ms on two cores).
// Nothing takes much longer than that does on the machine at hand: in time of this thread, for the
// clock's would tell of a busy machine.

const TIMES_THE_LARGEST = 2.5;
const RUNS = 3;
const PIECE = 64 * 1024;
const MIB = 1024 * 1024;

const FEED = '{"id":"ab","attributes":{}},';
const LARGEST = `[${FEED.repeat((4 * MIB) / FEED.length - 1)}${FEED.slice(0, -1)}]`;
const { signal } = new AbortController();

describe.each([
  ['a million feeds', `[${FEED.repeat(999_999)}${FEED.slice(0, -1)}]`],
  ['as many feeds as may be', LARGEST],
  ['deep JSON', `${'{"a":['.repeat(200_000)}${']}'.repeat(200_000)}`],
  ['an array with a million wrong items', `{"binary":[${'0,'.repeat(1e6)}0]}`],
  ['a number of a million digits', '1'.repeat(1e6)],
  ['much of nothing', ' '.repeat(16 * MIB)],
])('%s', (_, text) => {
  const bytes = new TextEncoder().encode(text);

  it.each([
    ['catalogue', () => refreshCatalogue(serviceOf(bytes).once, signal)],
    ['prices', () => serviceOf(bytes).once.getLatestPriceUpdates([BTC])],
  ])('for the %s', { timeout: 60_000 }, async (_what, ask) => {
    // Any run may hold a collection of what others left behind, or be the one that compiles.
    const largest = await leastOf(RUNS, async () => cpuOf(() => JSON.parse(LARGEST)));
    const longest = await leastOf(RUNS, () => longestTurn(ask));
    expect(longest).toBeLessThan(TIMES_THE_LARGEST * largest);
  });
});

async function leastOf(runs: number, measure: () => Promise<number>): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < runs; run += 1) least = Math.min(least, await measure());
  return least;
}

/** A service whose every answer is this, in pieces as from a network. */
function serviceOf(bytes: Uint8Array<ArrayBuffer>) {
  vi.stubGlobal('fetch', async () => new Response(inPieces(bytes)));
  const traffic = { onAnswer: vi.fn(), onBytes: vi.fn() };
  return createService({ baseUrl: 'https://prices.example', headers: [] }, traffic);
}

function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      await new Promise((done) => setImmediate(done));
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, (at += PIECE)));
    },
  });
}

/** The most milliseconds of this thread's time that one turn of the work took. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  await requestBudget.setValue(requestBudget.fallback);
  let longest = 0;
  let isOver = false;
  let before = process.threadCpuUsage();
  const look = (): void => {
    longest = Math.max(longest, cpuSince(before));
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work().catch(() => undefined);
  await new Promise((done) => setImmediate(done));
  isOver = true;
  return longest;
}

function cpuOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  return cpuSince(before);
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

import type { Bench } from './bench-kind.ts';
import { installFakeStorage } from './fake-storage.ts';
import { measureTurns } from './measure-turns.ts';
import type { Measured } from './row.ts';

// However much a service sends, whoever else waits for the worker gets a turn. The one thing that
// cannot be divided is JSON.parse; the worker's limit of an answer's size is made for it.

const PIECE_BYTES = 64 * 1_024;
const MEBIBYTE = 2 ** 20;
const LIMIT = 4 * MEBIBYTE;
const FEED = '{"id":"ab","attributes":{}},';
const ANY_ID = 'ab'.repeat(32);

const ANSWERS = {
  'of as many feeds as the limit lets through': `[${FEED.repeat(LIMIT / FEED.length - 1)}${FEED.slice(0, -1)}]`,
  'of a million feeds': `[${FEED.repeat(999_999)}${FEED.slice(0, -1)}]`,
  'of deep JSON': `${'{"a":['.repeat(200_000)}${']}'.repeat(200_000)}`,
  'with a million wrong items': `{"binary":[${'0,'.repeat(1e6)}0]}`,
  'of a number with a million digits': '1'.repeat(1e6),
  'of much white space': ' '.repeat(16 * MEBIBYTE),
};

export const turns: Bench = {
  name: 'turns',
  what: 'the longest time for which an answer keeps the worker from everything else',
  async run({ quick }) {
    const ask = await createAsker();
    const rows: Measured[] = [];
    for (const kind of ['catalogue', 'prices'] as const) {
      const rounds: Record<string, number>[] = [];
      for (let round = 0; round <= (quick ? 5 : 15); round += 1) {
        rounds.push(await turnsOf((bytes) => ask(kind, bytes)));
      }
      // The first one compiles.
      const [, ...counting] = rounds;
      rows.push({
        name: `turn-${kind}`,
        what: `longest turn of the worker for a hostile answer, asked for ${kind}`,
        unit: 'ms',
        samples: counting.map((each) => Math.max(...Object.values(each))),
        note: `CPU of its thread; the longest of answers ${Object.keys(ANSWERS).join(', ')}`,
      });
    }
    return rows;
  },
};

/** The longest turn for each answer. */
async function turnsOf(
  ask: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<Record<string, number>> {
  const longest: Record<string, number> = {};
  for (const [words, text] of Object.entries(ANSWERS)) {
    const bytes = new TextEncoder().encode(text);
    const { longestMs } = await measureTurns(() => ask(bytes));
    longest[words] = longestMs;
  }
  return longest;
}

type Asker = (kind: 'catalogue' | 'prices', bytes: Uint8Array<ArrayBuffer>) => Promise<void>;

/** The worker's own modules, whose service answers with what it is given. */
async function createAsker(): Promise<Asker> {
  installFakeStorage();
  const [{ refreshCatalog }, { createService }, { requestBudget }] = await Promise.all([
    import('../../lib/background/catalog.ts'),
    import('../../lib/background/service.ts'),
    import('../../lib/storage/connection.ts'),
  ]);
  return async (kind, bytes) => {
    await requestBudget.setValue(requestBudget.fallback);
    const fetchBefore = globalThis.fetch;
    globalThis.fetch = () => Promise.resolve(new Response(inPieces(bytes)));
    try {
      const traffic = { onAnswer: () => undefined, onBytes: () => undefined };
      const { once } = createService({ baseUrl: 'https://prices.example', headers: [] }, traffic);
      if (kind === 'catalogue') await refreshCatalog(once, new AbortController().signal);
      else await once.getLatestPriceUpdates([ANY_ID]).catch(() => undefined);
    } finally {
      globalThis.fetch = fetchBefore;
    }
  };
}

/** As from a network. */
function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      await new Promise((done) => setImmediate(done));
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, (at += PIECE_BYTES)));
    },
  });
}

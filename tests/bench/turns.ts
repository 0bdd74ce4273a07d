import type { Bench } from './bench-kind.ts';
import { clearStorage } from './fake-browser.ts';
import { measureTurns } from './measure-turns.ts';
import type { Measured } from './row.ts';

// However much a service sends, it must not block the worker for long. Only JSON.parse cannot be
// split into turns; responses have limits of bytes, levels, fields and values because of it.

const CHUNK_BYTES = 64 * 1_024;
const MEBIBYTE = 2 ** 20;
const LIMIT = 4 * MEBIBYTE;
const FEED = '{"id":"ab","attributes":{}},';
const ANY_ID = 'ab'.repeat(32);

const ANSWERS = {
  'with as many feeds as the size limit allows': `[${FEED.repeat(LIMIT / FEED.length - 1)}${FEED.slice(0, -1)}]`,
  'with as many values as the limit allows': `[${FEED.repeat(62_000)}${FEED.slice(0, -1)}]`,
  'with 4 MiB of opening brackets': '['.repeat(LIMIT),
  'with 4 MiB of empty lists': `[${'[],'.repeat(LIMIT / 3 - 1)}[]]`,
  'with 300,000 fields in one object': `{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
  'with 1,000,000 feeds': `[${FEED.repeat(999_999)}${FEED.slice(0, -1)}]`,
  'with deeply nested JSON': `${'{"a":['.repeat(200_000)}${']}'.repeat(200_000)}`,
  'with 1,000,000 invalid items': `{"binary":[${'0,'.repeat(1e6)}0]}`,
  'with a number of 1,000,000 digits': '1'.repeat(1e6),
  'with 16 MiB of white space': ' '.repeat(16 * MEBIBYTE),
};

export const turns: Bench = {
  name: 'turns',
  what: 'how long one answer blocks the worker',
  async run({ quick }) {
    const ask = await createAsker();
    const rows: Measured[] = [];
    for (const kind of ['catalogue', 'prices'] as const) {
      const rounds: Record<string, number>[] = [];
      for (let round = 0; round <= (quick ? 5 : 15); round += 1) {
        rounds.push(await turnsOf((bytes) => ask(kind, bytes)));
      }
      // The first round includes compilation.
      const [, ...measured] = rounds;
      rows.push({
        name: `turn-${kind}`,
        what: `longest worker turn for a hostile answer to a request for ${kind === 'prices' ? 'prices' : 'the catalog'}`,
        unit: 'ms',
        samples: measured.map((each) => Math.max(...Object.values(each))),
        note: `CPU time of the thread; worst of the answers ${Object.keys(ANSWERS).join(', ')}`,
      });
    }
    return rows;
  },
};

/** The longest turn in milliseconds for each response. */
async function turnsOf(
  ask: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<Record<string, number>> {
  const longest: Record<string, number> = {};
  for (const [description, text] of Object.entries(ANSWERS)) {
    const bytes = new TextEncoder().encode(text);
    const { longestMs } = await measureTurns(() => ask(bytes));
    longest[description] = longestMs;
  }
  return longest;
}

type Asker = (kind: 'catalogue' | 'prices', bytes: Uint8Array<ArrayBuffer>) => Promise<void>;

/** Uses the worker's own modules with a service that answers with the given bytes. */
async function createAsker(): Promise<Asker> {
  await clearStorage();
  const [
    { refreshCatalog },
    { createService, WITHOUT_RETRIES },
    { requestBudgets },
    { DEFAULT_SERVICE },
  ] = await Promise.all([
    import('../../lib/background/connection/catalog.ts'),
    import('../../lib/background/connection/service.ts'),
    import('../../lib/storage/values/connection.ts'),
    import('../../lib/domain/connection/default-service.ts'),
  ]);
  return async (kind, bytes) => {
    await requestBudgets.setValue(requestBudgets.fallback);
    const fetchBefore = globalThis.fetch;
    globalThis.fetch = () => Promise.resolve(new Response(inChunks(bytes)));
    try {
      const settings = { ...DEFAULT_SERVICE, baseUrl: 'https://prices.example' };
      const { client } = createService(settings);
      if (kind === 'catalogue')
        await refreshCatalog({ id: 'a', client }, new AbortController().signal);
      else await client.getLatestPriceUpdates([ANY_ID], WITHOUT_RETRIES).catch(() => undefined);
    } finally {
      globalThis.fetch = fetchBefore;
    }
  };
}

/** Arrives in chunks, as from a network. */
function inChunks(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      await new Promise((done) => setImmediate(done));
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, (at += CHUNK_BYTES)));
    },
  });
}

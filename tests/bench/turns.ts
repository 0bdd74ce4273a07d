import { DEFAULT_SERVICE } from '../../lib/domain/connection/default-service.ts';
import { PriceServiceClient } from '../../lib/price-service/index.ts';
import {
  longPathsWithWrongEnd,
  manyUnprovenMessages,
  replayedSlots,
  stakeCapsInPriceUpdate,
  type HostileUpdate,
} from '../price-service/hostile-updates.ts';
import {
  createIdentity,
  LOCAL_IDENTITY,
  trustIn,
  type SigningIdentity,
} from '../price-service/test-signers.ts';
import { indexCatalog, searchCatalog } from '../../lib/domain/watchlist/search-catalog.ts';
import { clearStorage } from './fake-browser.ts';
import { atMost, threadCpuMs, type Bench, type Effort, type Measured } from './measure.ts';

// However much a service sends, it must not block the worker for long. Only JSON.parse cannot be
// split into turns; responses have limits of bytes, levels, fields and values because of it.

const CHUNK_BYTES = 64 * 1_024;
const MEBIBYTE = 2 ** 20;
const LIMIT = 4 * MEBIBYTE;
const ANY_ID = 'ab'.repeat(32);
const FEED = '{"id":"ab","attributes":{}},';

const RESPONSES = {
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

const THIRTEEN_OF_NINETEEN = createIdentity({ signers: 19, quorum: 13 });

const UPDATES: Record<string, () => { binary: HostileUpdate; signers: SigningIdentity }> = {
  'of 32,640 unproven messages': () => signedBy(LOCAL_IDENTITY, manyUnprovenMessages()),
  'with long proof paths that fail at the last step': () =>
    signedBy(LOCAL_IDENTITY, longPathsWithWrongEnd()),
  'with stake caps instead of prices': () => signedBy(LOCAL_IDENTITY, stakeCapsInPriceUpdate()),
  'of 128 genuine slots, 3 signatures each': () =>
    signedBy(LOCAL_IDENTITY, replayedSlots(LOCAL_IDENTITY)),
  'of 128 genuine slots, 13 signatures each': () =>
    signedBy(THIRTEEN_OF_NINETEEN, replayedSlots(THIRTEEN_OF_NINETEEN)),
};

function signedBy(signers: SigningIdentity, binary: HostileUpdate) {
  return { binary, signers };
}

export const turns: Bench = {
  name: 'turns',
  what: 'how long a hostile response or update blocks the worker',
  async run({ quick }) {
    const effort = { quick };
    return [
      await worstOf('catalog', 'a hostile catalog', await responseWorks('catalog'), effort),
      await worstOf('prices', 'a hostile response', await responseWorks('prices'), effort),
      await worstOf('events', '10,000 tiny events of a stream', { all: tinyEvents }, effort),
      await worstOf('update', 'a hostile update that it verifies', await updateWorks(), effort),
      await worstOf('search', '10,000 hostile feeds in a search', await searchWorks(), effort),
    ];
  },
};

/** What blocks the worker, by its description. */
type Works = Record<string, () => Promise<unknown>>;

async function worstOf(
  name: string,
  what: string,
  works: Works,
  { quick }: Effort,
): Promise<Measured> {
  const samples: number[] = [];
  let worst = { ms: 0, description: '' };
  // The first round includes compilation.
  for (let round = -1; round < (quick ? 3 : 12); round += 1) {
    let longest = 0;
    for (const [description, work] of Object.entries(works)) {
      const ms = await longestTurn(work);
      longest = Math.max(longest, ms);
      if (round >= 0 && ms > worst.ms) worst = { ms, description };
    }
    if (round >= 0) samples.push(longest);
  }
  return {
    name: `turn-${name}`,
    what: `longest worker turn for ${what}`,
    unit: 'ms',
    samples,
    note: `CPU time of the thread, of the worst in each round; at most ${worst.ms.toFixed(0)} ms: ${worst.description}`,
    budget: atMost(100),
  };
}

/** The longest time during which nothing else could run, in milliseconds of CPU time. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const progress = { isDone: false };
  // Deferred, so that the synchronous start of `work` is measured too.
  const done = Promise.resolve()
    .then(work)
    .finally(() => {
      progress.isDone = true;
    });
  done.catch(() => undefined);
  let startedAt = threadCpuMs();
  let longestMs = 0;
  while (!progress.isDone) {
    await new Promise((turn) => setImmediate(turn));
    const endedAt = threadCpuMs();
    longestMs = Math.max(longestMs, endedAt - startedAt);
    startedAt = endedAt;
  }
  await done;
  return longestMs;
}

/** The worker's own modules with a service that answers with the given bytes. */
async function responseWorks(kind: 'catalog' | 'prices'): Promise<Works> {
  await clearStorage();
  const [{ refreshCatalog }, { createService, WITHOUT_RETRIES }, { requestBudgets }] =
    await Promise.all([
      import('../../lib/background/connection/catalog.ts'),
      import('../../lib/background/connection/service.ts'),
      import('../../lib/storage/values/connection-memory.ts'),
    ]);
  const { client } = createService({ ...DEFAULT_SERVICE, baseUrl: 'https://prices.example' });
  const ask = async (): Promise<unknown> =>
    kind === 'catalog'
      ? refreshCatalog({ id: 'a', client }, new AbortController().signal)
      : client.getLatestPriceUpdates([ANY_ID], WITHOUT_RETRIES).catch(() => undefined);
  return Object.fromEntries(
    Object.entries(RESPONSES).map(([description, text]) => {
      const answer = bytesOf(text, 'text/json');
      const work = async (): Promise<void> => {
        await requestBudgets.setValue(requestBudgets.fallback);
        await withAnswer(answer, ask);
      };
      return [description, work];
    }),
  );
}

const TINY_EVENTS = bytesOf('data:{}\n\n'.repeat(10_000), 'text/event-stream');

/** A stream of tiny events that aren't price updates. */
async function tinyEvents(): Promise<void> {
  await withAnswer(TINY_EVENTS, async () => {
    const client = new PriceServiceClient('https://prices.example');
    const stream = client.getPriceUpdatesStream([ANY_ID], { reconnect: 'none' });
    const ended = Promise.withResolvers<void>();
    stream.addEventListener('error', () => {
      if (stream.readyState === 2) ended.resolve();
    });
    await ended.promise;
  });
}

interface Answer {
  bytes: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** Encoded in advance: the worker receives bytes. */
function bytesOf(text: string, type: string): Answer {
  return { bytes: new TextEncoder().encode(text), headers: { 'content-type': type } };
}

async function withAnswer({ bytes, headers }: Answer, work: () => Promise<unknown>): Promise<void> {
  const { fetch } = globalThis;
  globalThis.fetch = () => Promise.resolve(new Response(inChunks(bytes), { headers }));
  try {
    await work();
  } finally {
    globalThis.fetch = fetch;
  }
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

/** The worker's own judge, which trusts both sets of signers. */
async function updateWorks(): Promise<Works> {
  const { createJudge } = await import('../../lib/background/intake/judge.ts');
  const works = Object.entries(UPDATES).map(([description, make]) => {
    const { binary, signers } = make();
    const work = async (): Promise<void> => {
      await clearStorage();
      // A new judge has no cached signers, like a worker that has just started.
      const judge = createJudge(() => undefined);
      await judge.trust(trustIn(signers));
      await judge.verifyUpdate({ binary }, 'show');
    };
    return [description, work] as const;
  });
  return Object.fromEntries(works);
}

/** Long names of many words, and of letters that each become eighteen. */
async function searchWorks(): Promise<Works> {
  const feeds = Array.from({ length: 10_000 }, (_, at) => {
    const text = (['\uFDFA', 'b ', 'btcion '][at % 3] ?? '').repeat(40);
    return { id: String(at), attributes: { symbol: text, base: text, description: text } };
  });
  const index = await indexCatalog(feeds);
  const keystroke = async (query: string) => searchCatalog(index, query);
  return {
    'that are indexed': () => indexCatalog(feeds.slice(0, 2_000)),
    'and a keystroke': () => keystroke('bitcoin usd'),
    'and a long query': () => keystroke('ab'.repeat(100)),
  };
}

import { connect, createServer, type Socket } from 'node:net';
import { pause, until } from '../tools/until.ts';
import { commandItems } from '../tools/worker-commands.ts';
import { atMost, type Bench } from './measure.ts';
import { startBenchScene, type BenchScene } from './scene.ts';

const FEEDS = 20;
const POLLS_PER_DAY = (24 * 60 * 60) / 30;
const QUIET_MS = 8_000;
const MEGABYTE = 1_000_000;

export const dataDay: Bench = {
  name: 'data-day',
  what: 'bytes per day with no page open, in Balanced mode',
  async run({ quick }) {
    let meter: ByteMeter | undefined;
    const scene = await startBenchScene({
      feeds: FEEDS,
      updatesPerSecond: 2.5,
      baseUrlsOf: async (service) => {
        meter = await startByteMeter(service.url);
        return [meter.url];
      },
    });
    try {
      await quiet(scene);
      const samples: number[] = [];
      while (samples.length < (quick ? 2 : 5)) {
        const bytes = await onePoll(scene, () => meter?.bytes() ?? 0);
        samples.push((bytes * POLLS_PER_DAY) / MEGABYTE);
      }
      return [
        {
          name: 'data-day-balanced',
          what: `data per day, ${FEEDS} feeds, Balanced, popup closed`,
          unit: 'MB',
          samples,
          note: 'one poll every 30 s; bytes counted in front of the service',
          budget: atMost(20),
        },
      ];
    } finally {
      await scene.end();
      await meter?.close();
    }
  },
};

/**
 * Waits for the end of what only a start requests: the catalog, which otherwise happens once a day,
 * and what the welcome page shows.
 */
async function quiet({ service }: BenchScene): Promise<void> {
  const isQuiet = (): boolean =>
    service.requests.some(({ path }) => path.includes('/updates/')) &&
    service.requests.every(({ at, endedAt }) => endedAt !== null && Date.now() - at > QUIET_MS);
  await until(isQuiet, { what: 'the end of the first requests', timeoutMs: 60_000 });
}

/** The bytes of one poll. */
async function onePoll({ browser, service }: BenchScene, bytes: () => number): Promise<number> {
  await pause(2_000);
  const before = { bytes: bytes(), requests: service.requests.length };
  await browser.storageSet('session', commandItems('refresh'));
  await until(() => service.requests.length > before.requests && service.requests.at(-1)?.endedAt, {
    what: 'a poll',
  });
  await pause(500);
  return (bytes() - before.bytes) / (service.requests.length - before.requests);
}

/** A local proxy that counts the bytes that pass through it. */
interface ByteMeter {
  url: string;
  /** In both directions, including HTTP headers, without TCP/IP overhead. */
  bytes: () => number;
  close: () => Promise<void>;
}

async function startByteMeter(target: string): Promise<ByteMeter> {
  const sockets = new Set<Socket>();
  let bytes = 0;
  const server = createServer((client) => {
    const service = connect(Number(new URL(target).port), '127.0.0.1');
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => (bytes += chunk.length));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    bytes: () => bytes,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

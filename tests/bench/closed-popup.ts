import type { CDPSession } from 'puppeteer-core';
import type { BackgroundUpdates } from '../../lib/domain/settings.ts';
import { pause, until } from '../tools/until.ts';
import { commandItems } from '../tools/worker-commands.ts';
import { allOf } from './all-of.ts';
import type { Bench, Effort } from './bench-kind.ts';
import { startByteMeter, type ByteMeter } from './byte-meter.ts';
import type { Measured } from './row.ts';
import { startBenchScene } from './scene.ts';

const FEEDS = 20;
const MODES: readonly BackgroundUpdates[] = ['live', 'balanced', 'saver'];
const POLL_SECONDS = { balanced: 30, saver: 300 };
const MEGABYTE = 1_000_000;
const QUIET_MS = 8_000;

export const closedPopup: Bench = {
  name: 'data-day',
  what: 'requests, bytes and worker starts with no page open, in each mode',
  async run(effort) {
    // Parallel in three browsers: the runs mostly wait and need little CPU.
    return await allOf(MODES.map((mode) => measureMode(mode, effort)));
  },
};

interface Traffic {
  seconds: number;
  requests: number;
  bytes: number;
  /** How often the worker started. */
  starts: number;
  /** Bytes of one poll. */
  pollBytes: number;
}

async function measureMode(mode: BackgroundUpdates, { quick }: Effort): Promise<Measured[]> {
  const traffic = await measureTraffic(mode, quick ? 65 : 305);
  const { seconds, requests, bytes, starts, pollBytes } = traffic;
  const perHour = 3_600 / seconds;
  // A window of a few minutes may contain one poll more or less by chance, so the number of polls is
  // calculated from the interval.
  const hourBytes = mode === 'live' ? bytes * perHour : (pollBytes * 3_600) / POLL_SECONDS[mode];
  const note =
    mode === 'live'
      ? `extrapolated from ${seconds} s, measured in front of the service`
      : `calculated from the bytes of one poll, measured in front of the service over ${seconds} s, with one poll every ${POLL_SECONDS[mode]} s`;
  return [
    {
      name: `data-day-${mode}`,
      what: `data per day, ${FEEDS} feeds, ${mode}, popup closed`,
      unit: 'MB',
      samples: [(hourBytes * 24) / MEGABYTE],
      note,
    },
    {
      name: `data-hour-${mode}-requests`,
      what: `requests per hour, ${mode}, popup closed`,
      unit: '',
      samples: [requests * perHour],
      note: `extrapolated from ${requests} in ${seconds} s`,
    },
    {
      name: `data-hour-${mode}-starts`,
      what: `worker starts per hour, ${mode}, popup closed`,
      unit: '',
      samples: [starts * perHour],
      note: `extrapolated from ${starts} in ${seconds} s; an alarm every 30 s starts the worker unless it is running`,
    },
  ];
}

async function measureTraffic(mode: BackgroundUpdates, seconds: number): Promise<Traffic> {
  let meter: ByteMeter | undefined;
  const scene = await startBenchScene({
    feeds: FEEDS,
    updatesPerSecond: 2.5,
    mode,
    baseUrlOf: async (service) => {
      meter = await startByteMeter(service.url);
      return meter.url;
    },
  });
  try {
    const { service } = scene;
    const requestCount = (): number =>
      service.requests.filter(({ path }) => path.includes('/updates/')).length;
    const byteCount = (): number => meter?.bytes() ?? 0;
    await until(() => requestCount() > 0, { what: 'the first request', timeoutMs: 60_000 });
    // The first start also fetches the catalog, which otherwise happens once a day. And it shows the
    // welcome page, with a stream and past prices until a few seconds after that page is closed.
    await until(
      () =>
        service.requests.every(({ at, path, endedAt }) => {
          const isEnded = endedAt !== null || (mode === 'live' && path.includes('/stream'));
          return isEnded && Date.now() - at > QUIET_MS;
        }),
      { what: 'the end of the first requests', timeoutMs: 60_000 },
    );
    const page = await scene.open('manifest.json');
    const session = await page.createCDPSession();
    const startCount = await countStarts(session);
    const before = { requests: requestCount(), bytes: byteCount() };
    await pause(seconds * 1_000);
    const after = { requests: requestCount(), bytes: byteCount() };
    const polls = after.requests - before.requests;
    const bytes = after.bytes - before.bytes;
    const starts = startCount();
    return {
      seconds,
      requests: polls,
      bytes,
      starts,
      pollBytes: mode === 'live' ? 0 : polls > 0 ? bytes / polls : await onePoll(),
    };

    async function onePoll(): Promise<number> {
      const [bytesBefore, requestsBefore] = [byteCount(), requestCount()];
      await scene.browser.storageSet('session', commandItems('refresh'));
      await until(() => requestCount() > requestsBefore && service.requests.at(-1)?.endedAt, {
        what: 'a poll',
      });
      await pause(500);
      return (byteCount() - bytesBefore) / (requestCount() - requestsBefore);
    }
  } finally {
    await scene.end();
    await meter?.close();
  }
}

/** Counts the worker's starts from the browser's events, because attaching would keep it alive. */
async function countStarts(session: CDPSession): Promise<() => number> {
  let starts = 0;
  const known = new Map<string, string>();
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, runningStatus } of versions) {
      const before = known.get(versionId);
      if (before === 'stopped' && runningStatus !== 'stopped') starts += 1;
      known.set(versionId, runningStatus === 'stopped' ? 'stopped' : 'running');
    }
  });
  await session.send('ServiceWorker.enable');
  return () => starts;
}
